// SPDX-License-Identifier: Apache-2.0
#include "harness/mutation/operators.hpp"

#include <array>

namespace warpgrade::mutation {
namespace {

constexpr std::array kOperators{
    Operator{"guard", loosen_comparisons},
    Operator{"guard", drop_conditions},
    Operator{"guard", remove_guards},
    Operator{"stride", scale_steps},
    Operator{"stride", scale_bounds},
    Operator{"barrier", remove_barriers},
    Operator{"barrier", move_barriers_into_guards},
    Operator{"grid", round_down},
    Operator{"grid", add_a_block},
    Operator{"grid", exchange_arguments},
    Operator{"tile size", resize_constants},
    Operator{"tile size", exchange_constants},
    Operator{"tile size", resize_arrays},
    Operator{"index", swap_axes},
    Operator{"index", swap_subscripts},
    Operator{"index", turn_signs},
    Operator{"index", drop_addends},
    Operator{"index", shift_offsets},
};

}  // namespace

std::span<const Operator> operators() { return kOperators; }

}  // namespace warpgrade::mutation
