import { venueTypeOf, venueTypes } from '../../../core/vocabulary/codes/venue-types.ts';
import { t } from '../../i18n/t.ts';

type VenueOption = { readonly value: string; readonly label: string };

/** The venue types to choose from. Former codes that are selected stay in the list. */
export function venueTypeOptions(selected: readonly string[] = []): readonly VenueOption[] {
  const known = new Set(venueTypes.map(({ code }) => code));
  const former = selected.filter((code) => !known.has(code));
  return [...venueTypes.map(({ code }) => code), ...former].map((value) => ({ value, label: venueTypeLabel(value) }));
}

/** Name and code of a venue type: `Retail: Grocery (retail.grocery)`. */
export function venueTypeLabel(code: string): string {
  const name = venueTypeOf(code)?.name;
  return name === undefined ? code : t('inventory.format.venueType', { name, code });
}
