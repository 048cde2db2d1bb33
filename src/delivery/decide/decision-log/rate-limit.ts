/**
 * Returns a function that returns true at most this often per second, with bursts of one second's quota. @param
 * perSecond at least 1
 */
export function createRateLimit(perSecond: number): (nowMs: number) => boolean {
  let left = perSecond;
  let lastMs = Number.NEGATIVE_INFINITY;
  return (nowMs) => {
    // A clock that is set back neither adds nor removes quota.
    if (nowMs > lastMs) left = Math.min(perSecond, left + ((nowMs - lastMs) * perSecond) / 1000);
    lastMs = nowMs;
    if (left < 1) return false;
    left -= 1;
    return true;
  };
}
