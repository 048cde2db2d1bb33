/** Parts that this process group serves (architecture 4). */
export const hostRoles = ['all', 'management', 'delivery', 'worker'] as const;
export type HostRole = (typeof hostRoles)[number];

/** The parts that a process group serves. */
export type Serves = { readonly [Part in Exclude<HostRole, 'all'>]: boolean };

export function servesOf(chosen: readonly HostRole[]): Serves {
  const has = (part: HostRole) => chosen.includes('all') || chosen.includes(part);
  return { management: has('management'), delivery: has('delivery'), worker: has('worker') };
}

/** Reports whether one process group serves all parts. */
export function servesAll({ management, delivery, worker }: Serves): boolean {
  return management && delivery && worker;
}

/** Returns a short name for logs: `main` for all parts, else the parts. */
export function nameOfServes(serves: Serves): string {
  if (servesAll(serves)) return 'main';
  return (['management', 'delivery', 'worker'] as const).filter((part) => serves[part]).join('-');
}
