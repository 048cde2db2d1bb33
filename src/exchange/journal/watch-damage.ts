import { damageReasons, sumDamage } from './damage-notes.ts';

const lookMs = 2_000;

/** What health reports say of damage in the journal of this host, as of the last look. */
export type DamageWatch = { reasons(): readonly string[]; close(): void };

/** Looks for damage every two seconds, for health reports that are made without waiting. */
export async function watchDamage(journalFolder: string): Promise<DamageWatch> {
  let reasons: readonly string[] = [];
  const look = async () => {
    // A folder that cannot be read now is read by the next look; other parts of health report a broken disk.
    const damage = await sumDamage(journalFolder).catch(() => null);
    if (damage !== null) reasons = damageReasons(damage);
  };
  await look();
  const timer = setInterval(() => void look(), lookMs).unref();
  return { reasons: () => reasons, close: () => clearInterval(timer) };
}
