/** A part of a host that the supervisor keeps running. */
export type ComponentState = {
  /** `management`, `worker`, `counter-1`, `host`, `database`, `delivery-0`, ... */
  readonly name: string;
  /** `failing`: it ended unexpectedly and has not run for 10 seconds since. */
  readonly state: 'starting' | 'running' | 'failing';
  /** Reason of its last end while it is failing. */
  readonly reason: string | null;
  /** Number of restarts. */
  readonly restarts: number;
};

/** All components of a host, and their supervisor. */
export type HostComponents = {
  readonly components: readonly ComponentState[];
  /** The first start has not created the demo account yet, so there is nothing to serve. */
  readonly isPreparing: boolean;
  readonly supervisor: { readonly pid: number; readonly startedAtMs: number; readonly memoryBytes: number };
};

/** Describes the failing components for health reports. */
export function failingComponents(components: readonly ComponentState[]): string[] {
  return components
    .filter(({ state }) => state === 'failing')
    .map(({ name, reason, restarts }) => `${name} failed (${reason ?? 'unknown'}; restarts: ${restarts})`);
}
