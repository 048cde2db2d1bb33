import { damageReasons, sumDamage } from './damage-notes.ts';

const lookMs = 2_000;

/** Reasons of damage in the journal of this host for health reports, as of the last check. */
export type DamageWatch = { reasons(): readonly string[]; close(): void };

/** Checks for damage every two seconds, so that health reports need not wait. */
export async function watchDamage(journalFolder: string): Promise<DamageWatch> {
  let reasons: readonly string[] = [];
  const look = async () => {
    // A temporarily unreadable folder is read by the next check. Other parts of health report a broken disk.
    const damage = await sumDamage(journalFolder).catch(() => null);
    if (damage !== null) reasons = damageReasons(damage);
  };
  await look();
  const timer = setInterval(() => void look(), lookMs).unref();
  return { reasons: () => reasons, close: () => clearInterval(timer) };
}
