import type { RequestParameters } from '../../../src/core/decision/ad-request.ts';
import type { FactValues, RequestContext, Targeting } from '../../../src/core/targeting/targeting.ts';

/** Facts of a request, and the local time of the position. */
export type ReferenceRequest = {
  readonly parameters: RequestParameters;
  readonly context?: RequestContext;
  /** IDs of the creatives that the request accepts. Omitted: any. */
  readonly priorCreatives?: readonly number[];
  /** Indexes of slots that are further ads of the previous slot. Omitted: none. */
  readonly furtherSlots?: readonly number[];
  /** Most ads of one brand in a response. Omitted: the limit of the position. */
  readonly maxPerBrand?: number | undefined;
  /** Most milliseconds of all ads of a response. Omitted: no limit. */
  readonly breakMs?: number | undefined;
};

/** The local time at a position, and the facts of its screen. */
export type ReferencePosition = {
  readonly clock: { readonly weekday: string; readonly minute: number };
  /** Values by fact. */
  readonly screen: Readonly<Record<string, readonly string[] | undefined>>;
};

/** `unknown`: the result depends on segments, and there is no consent to use them. */
export type ReferenceAnswer = 'holds' | 'fails' | 'unknown';

/** Evaluates a targeting tree according to its definition. Source: product decisions 6 and 10. */
export function referenceTargeting(
  tree: Targeting,
  request: ReferenceRequest,
  { clock, screen }: ReferencePosition,
): ReferenceAnswer {
  const context = request.context ?? {};
  if ('all' in tree) {
    const answers = tree.all.map((child) => referenceTargeting(child, request, { clock, screen }));
    if (answers.includes('fails')) return 'fails';
    return answers.includes('unknown') ? 'unknown' : 'holds';
  }
  if ('any' in tree) {
    const answers = tree.any.map((child) => referenceTargeting(child, request, { clock, screen }));
    if (answers.includes('holds')) return 'holds';
    return answers.includes('unknown') ? 'unknown' : 'fails';
  }
  if ('not' in tree) {
    const answer = referenceTargeting(tree.not, request, { clock, screen });
    if (answer === 'unknown') return 'unknown';
    return answer === 'holds' ? 'fails' : 'holds';
  }
  if ('fact' in tree && tree.fact === 'segment' && context.consent !== 'granted') return 'unknown';
  return leafHolds() ? 'holds' : 'fails';

  function leafHolds(): boolean {
    if ('fact' in tree) return meet(tree.values, screen[tree.fact] ?? factOf(context, tree.fact));
    if ('key' in tree) {
      const sent = [...request.parameters].filter(([key]) => same(key, tree.key)).flatMap(([, values]) => values);
      return meet([...tree.values, ...tree.values.map(withoutMarks)], sent);
    }
    if ('urlParts' in tree) {
      const page = context.pageUrl;
      return page !== undefined && tree.urlParts.some((part) => folded(page).includes(folded(part)));
    }
    if ('near' in tree) {
      return context.coordinates !== undefined && metresBetween(tree.near, context.coordinates) <= tree.near.metres;
    }
    if (!('dayPart' in tree)) return false;
    const { days, fromMinute, toMinute } = tree.dayPart;
    const isOn = days.length === 0 || (days as readonly string[]).includes(clock.weekday);
    return isOn && fromMinute <= clock.minute && clock.minute < toMinute;
  }
}

function factOf(context: RequestContext, fact: string): readonly string[] {
  if (fact === 'consent') return [context.consent ?? 'unknown'];
  const plural: Readonly<Record<string, FactValues | undefined>> = {
    segment: context.segments,
    category: context.categories,
    keyword: context.keywords,
    product: context.products,
    venueType: context.venueTypes,
  };
  if (fact in plural) return [plural[fact] ?? []].flat();
  const value = (context as Readonly<Record<string, FactValues | undefined>>)[fact];
  return [value ?? []].flat();
}

function meet(wanted: readonly string[], sent: readonly string[]): boolean {
  return wanted.some((one) => sent.some((other) => same(one, other)));
}

/** Normalizes a value like one of the clients. */
function withoutMarks(value: string): string {
  return Array.from(value.normalize('NFC'), (letter) => (/[\p{L}\p{Nd}]/u.test(letter) ? letter : '_')).join('');
}

function same(one: string, other: string): boolean {
  return folded(one) === folded(other);
}

/** Folds each character separately, so that its case does not depend on its neighbors. */
function folded(text: string): string {
  const lower = Array.from(text.normalize('NFC'))
    .map((character) => character.toLowerCase().toUpperCase())
    .flatMap((upper) => Array.from(upper))
    .map((character) => character.toLowerCase())
    .join('');
  return Array.from(lower.replace(/(?<=i)\u0307+|\p{Default_Ignorable_Code_Point}/gu, '').normalize('NFC'))
    .map((character) => (/[\p{L}\p{M}\p{Nd}]/u.test(character) ? character : '_'))
    .join('');
}

/** Haversine. */
function metresBetween(
  one: { readonly latitude: number; readonly longitude: number },
  other: { readonly latitude: number; readonly longitude: number },
): number {
  const radians = (degrees: number): number => (degrees * Math.PI) / 180;
  const half = (difference: number): number => Math.sin(radians(difference) / 2) ** 2;
  const a =
    half(other.latitude - one.latitude) +
    Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude)) * half(other.longitude - one.longitude);
  return 2 * 6_371_008.8 * Math.asin(Math.min(1, Math.sqrt(a)));
}
