import type { BookingTemplate, BookingTemplateSettingsBody } from '../../../client/generated/types.gen.ts';
import type { Tree } from '../../targeting/targeting-model.ts';
import { instantOf, wallTimeOf } from '../../ui/time/zoned-time.ts';
import type { BookingValues } from '../model/booking-values.ts';

type Unavailable = BookingTemplate['unavailableReferences'];

const second = 1000;

/**
 * The part of a template that comes from a booking: its settings, and its duration in local time.
 * @param options.zone time zone of the booking
 */
export function templatePartOf(
  values: BookingValues,
  options: { readonly zone: string; readonly withCreatives: boolean },
): { readonly settings: BookingTemplateSettingsBody; readonly durationSeconds: number | null } {
  const { campaignId: _campaign, name: _name, startDate, endDate, creatives, ...settings } = values;
  const kept = options.withCreatives ? creatives : [];
  return {
    settings: {
      ...settings,
      creatives: kept.map(({ creativeId, weight }) => ({ creativeId, weight })),
    } as BookingTemplateSettingsBody,
    durationSeconds:
      endDate === null ? null : (wallMs(endDate, options.zone) - wallMs(startDate, options.zone)) / second,
  };
}

/**
 * The values of a booking from a template. Campaign, name and start stay as they are. References that are not available are
 * left out.
 */
export function valuesFromTemplate(
  template: Pick<BookingTemplate, 'settings' | 'durationSeconds' | 'unavailableReferences'>,
  current: BookingValues,
  zone: string,
): BookingValues {
  const { settings, durationSeconds, unavailableReferences } = template;
  const isAvailable = (field: Unavailable[number]['field']) => {
    const missing = new Set(unavailableReferences.filter((one) => one.field === field).map(({ id }) => id));
    return (id: number) => !missing.has(id);
  };
  const segments = unavailableReferences.flatMap(({ code }) => code ?? []);
  return {
    campaignId: current.campaignId,
    name: current.name,
    startDate: current.startDate,
    endDate: durationSeconds === null ? null : endAfter(current.startDate, durationSeconds, zone),
    ...settings,
    positionIds: settings.positionIds.filter(isAvailable('positionIds')),
    locationIds: settings.locationIds.filter(isAvailable('locationIds')),
    publicationIds: settings.publicationIds.filter(isAvailable('publicationIds')),
    publisherIds: settings.publisherIds.filter(isAvailable('publisherIds')),
    sponsored: availableProducts(settings.sponsored, isAvailable),
    targeting: withoutSegments(settings.targeting, segments),
    creatives: settings.creatives
      .filter(({ creativeId }) => isAvailable('creatives')(creativeId))
      .map((creative) => ({ ...creative, startDate: null, endDate: null })),
  };
}

/** Products that are available. null: none, or their format is not available. */
function availableProducts(
  sponsored: BookingValues['sponsored'],
  isAvailable: (field: string) => (id: number) => boolean,
): BookingValues['sponsored'] {
  if (sponsored === null || !isAvailable('sponsored/formatId')(sponsored.formatId)) return null;
  const products = sponsored.products.filter(isAvailable('sponsored/products'));
  return products.length === 0 ? null : { ...sponsored, products };
}

/** Removes codes of segments, conditions without codes, and groups without conditions. */
function withoutSegments(tree: Tree | null, codes: readonly string[]): Tree | null {
  if (tree === null || codes.length === 0) return tree;
  const rest = (parts: readonly Tree[]) => parts.flatMap((part) => withoutSegments(part, codes) ?? []);
  if ('all' in tree) return emptyIsNull(rest(tree.all), (all) => ({ all }));
  if ('any' in tree) return emptyIsNull(rest(tree.any), (any) => ({ any }));
  if ('not' in tree) {
    const inner = withoutSegments(tree.not, codes);
    return inner === null ? null : { not: inner };
  }
  if (!('fact' in tree) || tree.fact !== 'segment') return tree;
  const values = tree.values.filter((value) => !codes.includes(value));
  return values.length === 0 ? null : { ...tree, values };
}

function emptyIsNull(parts: Tree[], group: (parts: Tree[]) => Tree): Tree | null {
  return parts.length === 0 ? null : group(parts);
}

function endAfter(start: string, seconds: number, zone: string): string {
  const end = new Date(wallMs(start, zone) + seconds * second).toISOString();
  return instantOf(end.slice(0, '2026-11-22T09:30:00'.length).replace('T', ' '), zone);
}

function wallMs(instant: string, zone: string): number {
  return Date.parse(`${wallTimeOf(instant, zone).replace(' ', 'T')}Z`);
}
