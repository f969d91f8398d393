"""From tallies to figures with intervals: small pure functions of whole-number sums."""
