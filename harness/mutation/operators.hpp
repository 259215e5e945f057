// SPDX-License-Identifier: Apache-2.0
// The faults that people make in kernels and their launches, as a table of edits on tokens.
#pragma once

#include "harness/mutation/source.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warpgrade::mutation {

/// A range of tokens with other text in its place. An empty range inserts before its token.
struct Edit {
  Range range;
  std::string text;
};

/// One fault: edits that do not overlap, in order.
using Change = std::vector<Edit>;

struct Operator {
  std::string_view name;  ///< "guard", "index", "grid", "barrier", "stride", "tile size".
  void (*find)(const Source& source, std::vector<Change>& changes);  ///< Appends its changes.
};

/// All operators. Two may make the same change.
std::span<const Operator> operators();

// guards and loops
void loosen_comparisons(const Source& source, std::vector<Change>& changes);
void drop_conditions(const Source& source, std::vector<Change>& changes);
void remove_guards(const Source& source, std::vector<Change>& changes);
void scale_steps(const Source& source, std::vector<Change>& changes);
void scale_bounds(const Source& source, std::vector<Change>& changes);

// indices
void swap_axes(const Source& source, std::vector<Change>& changes);
void swap_subscripts(const Source& source, std::vector<Change>& changes);
void turn_signs(const Source& source, std::vector<Change>& changes);
void drop_addends(const Source& source, std::vector<Change>& changes);
void shift_offsets(const Source& source, std::vector<Change>& changes);

// grid, barrier, tile sizes
void round_down(const Source& source, std::vector<Change>& changes);
void add_a_block(const Source& source, std::vector<Change>& changes);
void exchange_arguments(const Source& source, std::vector<Change>& changes);
void remove_barriers(const Source& source, std::vector<Change>& changes);
void move_barriers_into_guards(const Source& source, std::vector<Change>& changes);
void resize_constants(const Source& source, std::vector<Change>& changes);
void exchange_constants(const Source& source, std::vector<Change>& changes);
void resize_arrays(const Source& source, std::vector<Change>& changes);

}  // namespace warpgrade::mutation
