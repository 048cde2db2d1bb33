import { callWindowMs, maxCallWindows } from '../../../core/words/limits.ts';

/** How a caller stands after a call of theirs. */
export type CallStanding = {
  /** Calls that one window has. */
  readonly limit: number;
  /** Calls that are left in it; none for a call that is refused. */
  readonly remaining: number;
  /** Until the next window, at least one. */
  readonly resetSeconds: number;
  readonly isRefused: boolean;
};

type Window = { readonly endsAtMs: number; calls: number };

/**
 * Counts the calls of each caller in windows of a minute, each of which begins with the caller's first call. In the
 * memory of this process: what it guards against is a program that runs wild, and the process is what it would take.
 */
export class CallWindows {
  readonly #limit: number;
  readonly #nowMs: () => number;
  readonly #windows = new Map<string, Window>();

  constructor(limit: number, nowMs: () => number = Date.now) {
    this.#limit = limit;
    this.#nowMs = nowMs;
  }

  /** Counts one call. */
  count(caller: string): CallStanding {
    const nowMs = this.#nowMs();
    const window = this.#windowOf(caller, nowMs);
    const isRefused = window.calls >= this.#limit;
    if (!isRefused) window.calls += 1;
    return {
      limit: this.#limit,
      remaining: this.#limit - window.calls,
      resetSeconds: Math.max(1, Math.ceil((window.endsAtMs - nowMs) / 1000)),
      isRefused,
    };
  }

  #windowOf(caller: string, nowMs: number): Window {
    const current = this.#windows.get(caller);
    if (current !== undefined && current.endsAtMs > nowMs) return current;
    const window = { endsAtMs: nowMs + callWindowMs, calls: 0 };
    // Set anew, so that the map stands in the order in which the windows end.
    this.#windows.delete(caller);
    this.#windows.set(caller, window);
    this.#forgetEnded(nowMs);
    return window;
  }

  #forgetEnded(nowMs: number): void {
    for (const [caller, { endsAtMs }] of this.#windows) {
      if (endsAtMs > nowMs && this.#windows.size <= maxCallWindows) return;
      this.#windows.delete(caller);
    }
  }
}
