/** A subdivision of ISO 3166-2: its code, such as `BE-VOV`, and its name. */
export type Subdivision = { readonly code: string; readonly name: string };

/** The form of an ISO 3166-2 code. Requests may also state the part after the country, or a name. */
const form = /^([A-Z]{2,3})-([A-Z0-9]{1,3})$/;

/** Reports whether a text has the form of an ISO 3166-2 code, which may be unknown. */
export function hasRegionForm(text: string): boolean {
  return form.test(text.toUpperCase());
}

/**
 * Returns the most similar code for a text in the form of an ISO 3166-2 code; null if the text is a known code, or if its
 * country has no subdivisions in the list.
 * @example suggestedRegion('BE-OVL', subdivisions) // 'BE-VOV'
 */
export function suggestedRegion(text: string, subdivisions: readonly Subdivision[]): string | null {
  const code = text.toUpperCase();
  const [, country = '', part = ''] = form.exec(code) ?? [];
  if (subdivisions.some((one) => one.code === code)) return null;
  const ofCountry = subdivisions.filter((one) => one.code.startsWith(`${country.slice(0, 2)}-`));
  const likeness = ({ code: known, name }: Subdivision) =>
    (isAbbreviation(part, name) ? part.length : 0) +
    Array.from(part).filter((letter) => known.slice(3).includes(letter)).length;
  return ofCountry.toSorted((one, other) => likeness(other) - likeness(one))[0]?.code ?? null;
}

/** Reports whether a name contains the letters in this order: `OVL` of `Oost-Vlaanderen`. */
function isAbbreviation(letters: string, name: string): boolean {
  let from = 0;
  return Array.from(letters).every((letter) => {
    const at = name.toUpperCase().indexOf(letter, from);
    from = at + 1;
    return at !== -1;
  });
}
