/** Who serves what in this process group (architecture 4). */
export const roles = ['all', 'management', 'delivery', 'worker'] as const;
export type Role = (typeof roles)[number];

/** The parts that a process group serves. */
export type Serves = { readonly [Part in Exclude<Role, 'all'>]: boolean };

export function servesOf(chosen: readonly Role[]): Serves {
  const has = (part: Role) => chosen.includes('all') || chosen.includes(part);
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
