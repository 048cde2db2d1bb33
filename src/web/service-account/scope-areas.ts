import type { Scope } from '../../contract/access/scopes.ts';
import { resourceTypes } from '../../contract/resource-types/all-resource-types.ts';
import { t } from '../i18n/t.ts';
import { enumerationText } from '../labels/figures.ts';

/** The permissions of a program in one area of the product. */
export type ScopeArea = {
  readonly area: string;
  readonly text: string;
  readonly verbs: readonly (typeof scopeVerbs)[number][];
};

/** Areas that are not resource types. */
const generalAreas = [
  'inventory',
  'reports',
  'revisions',
  'decisions',
  'conversions',
  'user-sync',
  'erasures',
  'user-mapping',
  'audit',
] as const;

/** Areas in the order of the interface. */
const [inventory, ...lastAreas] = generalAreas;
const areaOrder: readonly string[] = [inventory, ...resourceTypes.map(({ kind }) => kind), ...lastAreas];

/** Verbs in ascending order of permissions. */
export const scopeVerbs = ['read', 'write', 'approve'] as const;

/** The scopes as a table: a row for each area, in the order of the product. */
export function scopeAreasOf(scopes: readonly Scope[]): readonly ScopeArea[] {
  const areas = [...new Set(scopes.map((scope) => partsOf(scope).area))];
  return areas
    .toSorted((a, b) => areaOrder.indexOf(a) - areaOrder.indexOf(b))
    .map((area) => ({
      area,
      text: areaText(area),
      verbs: scopeVerbs.filter((verb) => scopes.some((scope) => scope === `${area}:${verb}`)),
    }));
}

/** The maximum number of areas in a summary. */
const maxNamed = 3;

/** A summary in one line: `Inventory (Read), Campaign (Read, Write) and 2 more`. */
export function scopesText(scopes: readonly Scope[]): string {
  const areas = scopeAreasOf(scopes);
  const named = areas
    .slice(0, maxNamed)
    .map(({ text, verbs }) => t('access.text.scopeArea', { area: text, verbs: enumerationText(verbs.map(verbText)) }));
  const count = areas.length - named.length;
  const text = enumerationText(named);
  return count === 0 ? text : t('access.text.moreScopeAreas', { areas: text, count });
}

export function verbText(verb: (typeof scopeVerbs)[number]): string {
  return t(`access.scopeVerb.${verb}`);
}

function areaText(area: string): string {
  const general = generalAreas.find((known) => known === area);
  if (general !== undefined) return t(`access.scopeArea.${general}`);
  const type = resourceTypes.find(({ kind }) => kind === area);
  return type === undefined ? area : t(`labels.resourceType.${type.kind}`);
}

function partsOf(scope: string) {
  const [area = '', verb = ''] = scope.split(':');
  return { area, verb };
}
