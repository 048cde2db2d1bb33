import type { Scope } from '../../contract/access/scopes.ts';
import { resourceTypes } from '../../contract/resource-types/all-resource-types.ts';

/** What a program may do with one part of the product. */
export type ScopeArea = { readonly area: string; readonly text: string; readonly verbs: readonly string[] };

/** Labels of the areas, in the order in which they are listed. */
const areaLabels: Readonly<Record<string, string>> = {
  inventory: 'Inventory',
  ...Object.fromEntries(resourceTypes.map(({ kind, many }) => [kind, capitalized(many)])),
  reports: 'Reports',
  revisions: 'Revisions',
  decisions: 'Traces of decisions',
  conversions: 'Conversions',
  'user-sync': 'Attributes of users',
  erasures: 'Erasures',
  'user-mapping': 'User mappings',
  audit: 'Audit log',
};

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Verbs in the order in which they allow more. */
export const scopeVerbs = ['read', 'write', 'approve'] as const;

/** The scopes as a table: a row for each area, in the order of the product. */
export function scopeAreasOf(scopes: readonly Scope[]): readonly ScopeArea[] {
  const areas = [...new Set(scopes.map((scope) => partsOf(scope).area))];
  const order = Object.keys(areaLabels);
  return areas
    .toSorted((a, b) => order.indexOf(a) - order.indexOf(b))
    .map((area) => ({
      area,
      text: areaLabels[area] ?? area,
      verbs: scopeVerbs.filter((verb) => scopes.some((scope) => scope === `${area}:${verb}`)),
    }));
}

/** The most areas that are named in a line. */
const maxNamed = 3;

/** In a line: `Inventory (read), Campaigns (read, write)`, the first of many. */
export function scopesText(scopes: readonly Scope[]): string {
  const areas = scopeAreasOf(scopes);
  const named = areas.slice(0, maxNamed).map(({ text, verbs }) => `${text} (${verbs.join(', ')})`);
  const more = areas.length - named.length;
  return more === 0 ? named.join(', ') : `${named.join(', ')} and ${more} more`;
}

function partsOf(scope: string) {
  const [area = '', verb = ''] = scope.split(':');
  return { area, verb };
}
