/** What is done only with consent. Contextual ads, their counting and country and region need none. */
export const consentUses = ['frequencyCaps', 'segments', 'userSync', 'preciseLocation', 'attribution'] as const;
export type ConsentUse = (typeof consentUses)[number];

/** What a TCF string must allow for one use. */
export type TcfNeeds = {
  /** Purposes of TCF, 1 to 24, each of which must have consent. */
  readonly purposes: readonly number[];
  /** Special features of TCF, 1 to 12, each of which must be opted in to. */
  readonly specialFeatures: readonly number[];
};

/**
 * The one table of what each purpose allows; docs/guide/integrate/consent.md shows it. Purpose 1: store and read information on a
 * device, 2: select ads by limited data (which caps are), 3: make profiles for personalised ads, 4: use them, 7: measure what
 * ads achieve; special feature 1: precise location.
 * Source: issue 4, item 7; TCF 2.2 policies, appendix A; docs/decisions/0026-consent-and-context.md.
 */
export const consentTable: Readonly<Record<ConsentUse, TcfNeeds>> = {
  frequencyCaps: { purposes: [1, 2], specialFeatures: [] },
  segments: { purposes: [1, 4], specialFeatures: [] },
  userSync: { purposes: [1, 3], specialFeatures: [] },
  preciseLocation: { purposes: [], specialFeatures: [1] },
  attribution: { purposes: [1, 7], specialFeatures: [] },
};

/** A set of uses: bit i stands for `consentUses[i]`. */
export type UseSet = number;

export const noUse: UseSet = 0;
export const everyUse: UseSet = (1 << consentUses.length) - 1;

/** True when the set has the use. */
export function hasUse(set: UseSet, use: ConsentUse): boolean {
  return (set & (1 << consentUses.indexOf(use))) !== 0;
}

/**
 * The uses whose purposes and special features are all allowed.
 * @param purposes bit n - 1: purpose n has consent
 * @param specialFeatures bit n - 1: special feature n is opted in to
 * @example usesOf({ purposes: 0b11, specialFeatures: 0 }) // frequencyCaps alone
 */
export function usesOf(allowed: { readonly purposes: number; readonly specialFeatures: number }): UseSet {
  let set = noUse;
  for (let index = 0; index < consentUses.length; index += 1) {
    const { purposes, specialFeatures } = needsOfUse[index] as Needs;
    const isMet =
      (allowed.purposes & purposes) === purposes && (allowed.specialFeatures & specialFeatures) === specialFeatures;
    if (isMet) set |= 1 << index;
  }
  return set;
}

type Needs = { readonly purposes: number; readonly specialFeatures: number };

/** The table as bits, in the order of the uses. */
const needsOfUse: readonly Needs[] = consentUses.map((use) => ({
  purposes: bitsOf(consentTable[use].purposes),
  specialFeatures: bitsOf(consentTable[use].specialFeatures),
}));

function bitsOf(numbers: readonly number[]): number {
  return numbers.reduce((bits, number) => bits | (1 << (number - 1)), 0);
}
