import { createHash } from 'node:crypto';
import type { AdTerms } from '../../../core/decision/ad-request.ts';
import type { KeptTerms } from '../../../core/decision/kept-request.ts';
import type { PoolMembers } from '../../../core/decision/pool-members.ts';
import { createRecentMap } from '../recent-map.ts';
import { type LookBudget, lookCosts } from './look-budget.ts';

/** Characters of terms in words. */
const maxWordsLength = 300;
/** Terms of which is known whom they refuse: those of the ad units of some sites. */
const rememberedTerms = 2_000;

type Judged = { readonly members: readonly PoolMembers[]; readonly number: number };

/** Writes terms down. @param sameAs number of those that refuse the same ads; null: none does */
type DefineTerms = (terms: KeptTerms, sameAs: number | null) => number;

/** The numbers that one file has for terms of requests, by which ads they refuse. */
export class TermNumbers {
  readonly #byWords = createRecentMap<string, number>(rememberedTerms);
  readonly #byRefused = createRecentMap<string, number>(rememberedTerms);
  readonly #byKey = createRecentMap<string, Judged>(rememberedTerms);

  /**
   * @param members of the positions of the request
   * @returns null: to ask about all ads would take too long
   */
  of(terms: AdTerms, members: readonly PoolMembers[], budget: LookBudget, define: DefineTerms): number | null {
    const key = terms.key?.();
    const known = key === undefined ? undefined : this.#byKey.get(key);
    if (known !== undefined && isSame(known.members, members)) return known.number;
    const ads = members.reduce((sum, { adCount }) => sum + adCount, 0);
    if (!budget.grants(ads, lookCosts.ad)) return null;
    const number = this.#judge(terms, members, define);
    if (key !== undefined) this.#byKey.set(key, { members: [...members], number });
    return number;
  }

  #judge(terms: AdTerms, members: readonly PoolMembers[], define: DefineTerms): number {
    const refusedAdIds = new Set<number>();
    for (const { all } of members) {
      for (const { fittingAds } of all) {
        for (const ad of fittingAds) if (!terms.accepts(ad)) refusedAdIds.add(ad.id);
      }
    }
    const inWords = terms.inWords().slice(0, maxWordsLength);
    const refused = createHash('sha256')
      .update(JSON.stringify([...refusedAdIds]))
      .digest('base64');
    const known = this.#byWords.get(`${refused} ${inWords}`);
    if (known !== undefined) return known;
    const sameAs = this.#byRefused.get(refused) ?? null;
    const number = define({ inWords, refusedAdIds }, sameAs);
    this.#byWords.set(`${refused} ${inWords}`, number);
    if (sameAs === null) this.#byRefused.set(refused, number);
    return number;
  }
}

function isSame(one: readonly PoolMembers[], other: readonly PoolMembers[]): boolean {
  return one.length === other.length && one.every((each, index) => each === other[index]);
}
