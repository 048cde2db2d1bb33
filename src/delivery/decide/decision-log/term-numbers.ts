import { createHash } from 'node:crypto';
import type { AdTerms } from '../../../core/decision/ad-request.ts';
import type { RecordedTerms } from '../../../core/decision/explain/recorded-request.ts';
import type { PoolMembers } from '../../../core/decision/tables/pool-members.ts';
import type { SnapshotAd } from '../../../core/snapshot/snapshot.ts';
import { createRecentMap } from '../../recent-map.ts';
import { type LookBudget, lookCosts } from './look-budget.ts';

/** Most characters of the description of terms. */
const maxWordsLength = 300;
/** Terms whose rejected ads are cached, enough for the ad units of some sites. */
const rememberedTerms = 2_000;

type Judged = { readonly members: readonly PoolMembers[]; readonly number: number };

/** Writes the definition of terms. @param sameAs number of terms with the same effect, null if there are none */
type DefineTerms = (terms: RecordedTerms, sameAs: number | null) => number;

/** The numbers that one file assigns to the terms of requests, by the ads that they reject. */
export class TermNumbers {
  readonly #byWords = createRecentMap<string, number>(rememberedTerms);
  readonly #byRefused = createRecentMap<string, number>(rememberedTerms);
  readonly #byKey = createRecentMap<string, Judged>(rememberedTerms);

  /**
   * @param members members of the positions of the request
   * @returns null if evaluating all ads would take too long
   */
  of(terms: AdTerms, members: readonly PoolMembers[], budget: LookBudget, define: DefineTerms): number | null {
    const key = terms.key?.();
    const known = key === undefined ? undefined : this.#byKey.get(key);
    if (known !== undefined && isSame(known.members, members)) return known.number;
    const size = members.reduce((sum, each) => sum + each.size, 0);
    if (!budget.grants(size, lookCosts.ad)) return null;
    const ads = members.flatMap(({ all }) => [...all()].flatMap(({ fittingAds }) => fittingAds));
    // Most members have one ad.
    if (!budget.grants(ads.length - size, lookCosts.ad)) return null;
    const number = this.#judge(terms, ads, define);
    if (key !== undefined) this.#byKey.set(key, { members: [...members], number });
    return number;
  }

  #judge(terms: AdTerms, ads: readonly SnapshotAd[], define: DefineTerms): number {
    const refusedAdIds = new Set<number>();
    const refusals = new Map<number, string>();
    const durationsMs = new Map<number, number>();
    for (const ad of ads) {
      if (terms.accepts(ad)) {
        if (terms.breakTime !== undefined) durationsMs.set(ad.id, terms.breakTime.durationMs(ad));
        continue;
      }
      refusedAdIds.add(ad.id);
      const refusal = terms.refusal?.(ad).slice(0, maxWordsLength) ?? '';
      if (refusal !== '') refusals.set(ad.id, refusal);
    }
    const inWords = terms.inWords().slice(0, maxWordsLength);
    const refused = createHash('sha256')
      .update(JSON.stringify([[...refusedAdIds], [...refusals.values()], terms.breakTime?.maxMs, [...durationsMs]]))
      .digest('base64');
    const known = this.#byWords.get(`${refused} ${inWords}`);
    if (known !== undefined) return known;
    const sameAs = this.#byRefused.get(refused) ?? null;
    const breakTime = terms.breakTime === undefined ? null : { maxMs: terms.breakTime.maxMs, durationsMs };
    const number = define({ inWords, refusedAdIds, refusals, breakTime }, sameAs);
    this.#byWords.set(`${refused} ${inWords}`, number);
    if (sameAs === null) this.#byRefused.set(refused, number);
    return number;
  }
}

function isSame(one: readonly PoolMembers[], other: readonly PoolMembers[]): boolean {
  return one.length === other.length && one.every((each, index) => each === other[index]);
}
