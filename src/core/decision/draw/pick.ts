/**
 * Returns the upper bounds of the ticket intervals of a pool: entry i wins the tickets from `bounds[i - 1]` (inclusive;
 * 0 for the first) to `bounds[i]` (exclusive). Each bound is the cumulative share times `drawSpace`, rounded half up.
 * Bounds never fall and the last is exactly `drawSpace`, so every ticket has exactly one winner.
 * @param weights at least one; each finite and greater than 0
 * @param drawSpace a power of two up to 2^48
 * @example ticketBounds([1, 3], 2 ** 16) // [16384, 65536]
 */
export function ticketBounds(weights: readonly number[], drawSpace: number): number[] {
  let sum = 0;
  const cumulative = weights.map((weight) => {
    sum += weight;
    return sum;
  });
  return cumulative.map((part) => ticketBound(part, sum, drawSpace));
}

/**
 * Returns the index of the entry that wins `ticket`: the first with an upper bound above it. Equal to a search in
 * `ticketBounds(weights, drawSpace)`, but computes only the bounds that the search needs.
 * @param ticket an integer, 0 <= ticket < drawSpace
 * @example pickByTicket([1, 3], 16384, 2 ** 16) // 1
 */
export function pickByTicket(weights: readonly number[], ticket: number, drawSpace: number): number {
  let sum = 0;
  const cumulative = weights.map((weight) => {
    sum += weight;
    return sum;
  });
  return pickByCumulative(cumulative, weights.length, ticket, drawSpace);
}

/**
 * Equivalent of `pickByTicket` for cumulative weights.
 * @param cumulative entry i: the sum of the weights up to and including i
 * @param count entries of the pool, at least one; later elements are not read
 * @example pickByCumulative([1, 4], 2, 16384, 2 ** 16) // 1
 */
export function pickByCumulative(
  cumulative: ArrayLike<number>,
  count: number,
  ticket: number,
  drawSpace: number,
): number {
  const sum = cumulative[count - 1] as number;
  let low = 0;
  let high = count - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ticket < ticketBound(cumulative[middle] as number, sum, drawSpace)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The product with a power of two is exact, and Math.floor(x + 0.5) is exact below 2^52: one rounding, in the division. */
function ticketBound(cumulativeWeight: number, totalWeight: number, drawSpace: number): number {
  return Math.floor((cumulativeWeight / totalWeight) * drawSpace + 0.5);
}
