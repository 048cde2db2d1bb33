/** Who serves what in this process group (architecture 4). */
export const hostRoles = ['all', 'management', 'delivery', 'worker'] as const;
export type HostRole = (typeof hostRoles)[number];

/** The parts that a process group serves. */
export type Serves = { readonly [Part in Exclude<HostRole, 'all'>]: boolean };

export function servesOf(chosen: readonly HostRole[]): Serves {
  const has = (part: HostRole) => chosen.includes('all') || chosen.includes(part);
  return { management: has('management'), delivery: has('delivery'), worker: has('worker') };
}

/** True when one process group is the whole of it. */
export function servesAll({ management, delivery, worker }: Serves): boolean {
  return management && delivery && worker;
}

/** A short name for logs: `main` for all of them, else the parts. */
export function nameOfServes(serves: Serves): string {
  if (servesAll(serves)) return 'main';
  return (['management', 'delivery', 'worker'] as const).filter((part) => serves[part]).join('-');
}
