// SPDX-License-Identifier: Apache-2.0
// The median and how sure it is.
#pragma once

#include <span>

namespace warpgrade::statistics {

/// An estimate and the interval around it.
struct Interval {
  double middle = 0;
  double low = 0;
  double high = 0;
};

/// Middle of the sorted values; of an even number, the mean of the two in the middle.
/// Needs at least one value.
double median(std::span<const double> values);

/// The smallest value with at least `share` (0 to 1) of the values at or below it. Needs one value.
double quantile(std::span<const double> values, double share);

/// The median with its percentile bootstrap interval.
///
/// The bootstrap draws n values out of the n with replacement, again and again, and looks where the
/// medians of the draws fall. For a median that distribution is known in closed form: the k-th
/// smallest of a draw is at most the j-th smallest value with probability P(Bin(n, j / n) >= k). So
/// nothing is drawn here, and the result has no seed and no sampling error (Efron 1979, 3). Of an
/// even number the lower middle counts for `low`, the upper for `high`, which errs to the wide
/// side.
/// @param confidence  0.99: the interval leaves out half a percent on each side.
Interval median_interval(std::span<const double> values, double confidence);

}  // namespace warpgrade::statistics
