/**
 * Options of Node for a delivery process. Young objects have 16 MB from the beginning: what a snapshot is loaded from is
 * garbage soon, and with the 1 MB that Node begins with it is collected a tenth of the load long.
 */
export const deliveryNodeOptions: readonly string[] = ['--min-semi-space-size=16'];

/**
 * Environment of a delivery process: glibc asks for huge pages where Linux gives them to who asks, since a decision reads from
 * all over the tables of a snapshot. Other systems pass it over. Source: docs/decisions/0127-huge-pages.md.
 */
export function deliveryEnvironment(): NodeJS.ProcessEnv {
  return { GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1', ...childEnvironment() };
}

/** The environment of this process, with other values for some settings. */
export function childEnvironment(changes: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  // biome-ignore lint/style/noProcessEnv: a process has the environment of the one that starts it
  return { ...process.env, ...changes };
}
