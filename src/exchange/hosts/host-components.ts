/** A part of a host that the supervisor keeps running. */
export type ComponentState = {
  /** `management`, `worker`, `host`, `database`, `delivery-0`, ... */
  readonly name: string;
  /** `failing`: it ended unexpectedly and has not run for ten seconds since. */
  readonly state: 'starting' | 'running' | 'failing';
  /** Why it ended last, while it is failing. */
  readonly reason: string | null;
  /** How often it was started again. */
  readonly restarts: number;
};

/** Every component of a host, and the supervisor that keeps them running. */
export type HostComponents = {
  readonly components: readonly ComponentState[];
  /** The first start has not created the demo account yet, so there is nothing to serve. */
  readonly isPreparing: boolean;
  readonly supervisor: { readonly pid: number; readonly startedAtMs: number; readonly memoryBytes: number };
};

/** Describes the components that fail, for health reports. */
export function failingComponents(components: readonly ComponentState[]): string[] {
  return components
    .filter(({ state }) => state === 'failing')
    .map(({ name, reason, restarts }) => `${name} failed (${reason ?? 'unknown'}; restarts: ${restarts})`);
}
