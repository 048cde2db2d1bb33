/** Says yes at most so often in a second, and to a second's worth at once. @param perSecond at least 1 */
export function createRateLimit(perSecond: number): (nowMs: number) => boolean {
  let left = perSecond;
  let lastMs = Number.NEGATIVE_INFINITY;
  return (nowMs) => {
    // A clock that was set back gives nothing and takes nothing.
    if (nowMs > lastMs) left = Math.min(perSecond, left + ((nowMs - lastMs) * perSecond) / 1000);
    lastMs = nowMs;
    if (left < 1) return false;
    left -= 1;
    return true;
  };
}
