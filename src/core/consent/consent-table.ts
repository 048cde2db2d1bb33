/** Uses that require consent. Contextual ads, their counting, country and region require none. */
export const consentUses = [
  'frequencyCaps',
  'segments',
  'userSync',
  'preciseLocation',
  'attribution',
  'reach',
] as const;
export type ConsentUse = (typeof consentUses)[number];

/** TCF consent that one use requires. */
export type TcfNeeds = {
  /** TCF purposes, 1 to 24. All must have consent. */
  readonly purposes: readonly number[];
  /** TCF special features, 1 to 12. All must be opted in to. */
  readonly specialFeatures: readonly number[];
};

/**
 * Required purposes of each use; the only such table, documented in docs/guide/integrate/consent.md. Purpose 1: store
 * and read information on a device. 2: select ads with limited data (includes frequency caps). 3: create profiles for
 * personalized ads. 4: use these profiles. 7: measure ad performance (includes reach). Special feature 1: precise location. Source:
 * issue 4, item 7; TCF 2.2 policies, appendix A; docs/decisions/0026-consent-and-context.md.
 */
export const consentTable: Readonly<Record<ConsentUse, TcfNeeds>> = {
  frequencyCaps: { purposes: [1, 2], specialFeatures: [] },
  segments: { purposes: [1, 4], specialFeatures: [] },
  userSync: { purposes: [1, 3], specialFeatures: [] },
  preciseLocation: { purposes: [], specialFeatures: [1] },
  attribution: { purposes: [1, 7], specialFeatures: [] },
  reach: { purposes: [1, 7], specialFeatures: [] },
};

/** Bit set of uses: bit i represents `consentUses[i]`. */
export type UseSet = number;

export const noUse: UseSet = 0;
export const everyUse: UseSet = (1 << consentUses.length) - 1;

export function hasUse(set: UseSet, use: ConsentUse): boolean {
  return (set & (1 << consentUses.indexOf(use))) !== 0;
}

/**
 * Returns the uses whose purposes and special features are all allowed.
 * @param purposes bit n - 1: purpose n has consent
 * @param specialFeatures bit n - 1: special feature n is opted in to
 * @example usesOf({ purposes: 0b11, specialFeatures: 0 }) // only frequencyCaps
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

/** The table as bit sets, in the order of the uses. */
const needsOfUse: readonly Needs[] = consentUses.map((use) => ({
  purposes: bitsOf(consentTable[use].purposes),
  specialFeatures: bitsOf(consentTable[use].specialFeatures),
}));

function bitsOf(numbers: readonly number[]): number {
  return numbers.reduce((bits, number) => bits | (1 << (number - 1)), 0);
}
