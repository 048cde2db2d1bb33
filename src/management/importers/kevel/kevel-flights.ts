import type { LineFault, SourceCap } from '../common/import-line.ts';
import { priceOfSource } from '../common/import-objects.ts';
import {
  memberIs,
  memberNumber,
  memberOf,
  memberText,
  recordsOf,
  type SourceRecord,
  sourceText,
  valuesOf,
} from '../common/source-record.ts';
import { allOf, anyOf, type LimitationTree, leaf, notOf } from '../revive/limitations/condition.ts';

type Note = { readonly feature: string; readonly message: string };

/** Kinds of goals by number. Others are goals of conversions. */
const goalTypes = { impressions: 1, percentage: 2, clicks: 3 } as const;
/** Price models by the number of the rate type. */
const rateTypes: Readonly<Record<number, string>> = { 1: 'flat', 2: 'cpm', 3: 'cpc', 4: 'cpa', 5: 'cpa', 6: 'cpa' };
const micros = 1_000_000;
const maxTotal = 1_000_000_000_000;
const weekdayMembers = {
  mon: 'IsMonday',
  tue: 'IsTuesday',
  wed: 'IsWednesday',
  thu: 'IsThursday',
  fri: 'IsFriday',
  sat: 'IsSaturday',
  sun: 'IsSunday',
} as const;

/** Translates the goal of a flight. */
export function kevelDeliveryOf(flight: SourceRecord, hasEnd: boolean) {
  const type = memberNumber(flight, 'GoalType') ?? goalTypes.impressions;
  const amount = memberNumber(flight, 'Impressions', 'GoalAmount') ?? 0;
  const notes: Note[] = [];
  const faults: LineFault[] = [];
  if (type === goalTypes.percentage && amount > 0) {
    const percent = Math.min(100, Math.max(0.01, Math.round(amount * 100) / 100));
    return { delivery: { method: 'share_of_voice', percent }, notes, faults };
  }
  if (memberIs(flight, 'IsUnlimited') || amount < 1) return { delivery: { method: 'share' }, notes, faults };
  if (type !== goalTypes.impressions && type !== goalTypes.clicks) {
    const message = 'Placard has no goals of conversions.';
    faults.push({ feature: 'goal', message, remedy: 'Set a goal of impressions or clicks.' });
    return { delivery: { method: 'share' }, notes, faults };
  }
  const kind = type === goalTypes.clicks ? 'clicks' : 'impressions';
  const total = Math.min(maxTotal, Math.round(amount));
  const method = hasEnd && !memberIs(flight, 'IsFullSpeed') ? 'even' : 'asap';
  const message = `${total} ${kind} are booked. What was delivered before is not subtracted.`;
  notes.push({ feature: 'goal', message });
  return { delivery: { method, goal: { kind, total } }, notes, faults };
}

export function kevelPricingOf(flight: SourceRecord, currency: string) {
  const price = memberNumber(flight, 'Price');
  const model = rateTypes[memberNumber(flight, 'RateType') ?? 0];
  return priceOfSource(model, price === null ? null : price * micros, currency);
}

/** Returns the frequency cap of a flight. */
export function kevelCapsOf(flight: SourceRecord): readonly SourceCap[] {
  const most = memberNumber(flight, 'FreqCap');
  if (most === null || most < 1 || /^false$/i.test(memberText(flight, 'IsFreqCap'))) return [];
  const unit = memberNumber(flight, 'FreqCapType') === 1 ? 3_600 : 86_400;
  return [{ most, seconds: unit * Math.max(1, memberNumber(flight, 'FreqCapDuration') ?? 1) }];
}

/** Translates geography, keywords and rules of a flight. */
export function kevelTargetingOf(flight: SourceRecord) {
  const faults: LineFault[] = [];
  const trees = [geoTree(flight, faults), keywordTree(memberText(flight, 'Keywords'), faults)];
  const faultsOf = [
    ['CustomTargeting', 'Placard cannot read rules of custom targeting.'],
    ['UserAgentKeywords', 'Placard does not target the user agent.'],
    ['DailyCapAmount', 'Placard has no daily limit of a booking. Use an even goal.'],
    ['LifetimeCapAmount', 'Placard has no limit of a booking besides its goal.'],
    ['DistanceTargeting', 'The distance has no coordinates in the export.'],
  ] as const;
  for (const [member, message] of faultsOf) {
    const text = memberText(flight, member);
    if (text === '' || text === '0') continue;
    faults.push({ feature: member, message, remedy: 'Set the targeting and goal of the booking in Placard.' });
  }
  return { tree: allOf(trees), faults };
}

function geoTree(flight: SourceRecord, faults: LineFault[]): LimitationTree {
  const included: LimitationTree[] = [];
  const excluded: LimitationTree[] = [];
  for (const geo of recordsOf(memberOf(flight, 'GeoTargeting'))) {
    const country = memberText(geo, 'CountryCode').toUpperCase();
    const region = memberText(geo, 'Region').toUpperCase();
    const metro = memberText(geo, 'MetroCode');
    if ((metro !== '' && metro !== '0') || !/^[A-Z]{2}$/.test(country)) {
      const message = metro === '' ? 'A location has no country code.' : `Placard has no metro areas such as ${metro}.`;
      faults.push({ feature: 'geography', message, remedy: 'Target regions or cities instead.' });
      continue;
    }
    const tree =
      region === ''
        ? leaf('country', [country])
        : leaf('region', [region.includes('-') ? region : `${country}-${region}`]);
    (memberIs(geo, 'IsExclude') ? excluded : included).push(tree);
  }
  return allOf([included.length === 0 ? true : anyOf(included), notOf(anyOf(excluded))]);
}

/** Keywords are separated by commas or lines. Conditions of parameters have the form `key=value`. */
function keywordTree(text: string, faults: LineFault[]): LimitationTree {
  const words = text
    .split(/[\n,]/)
    .map((word) => word.trim())
    .filter((word) => word !== '');
  if (words.length === 0) return true;
  const odd = words.filter((word) => !/^[\p{L}\p{N} _.-]+(?:=[\p{L}\p{N} _.-]+)?$/u.test(word) || word.startsWith('-'));
  if (odd.length > 0) {
    const message = `Placard cannot read the keyword "${odd[0]?.slice(0, 60)}".`;
    faults.push({ feature: 'keywords', message, remedy: 'Target keywords or parameters in the booking.' });
    return true;
  }
  const trees = words.map((word): LimitationTree => {
    const [key = '', value] = word.split('=').map((part) => part.trim());
    return value === undefined ? leaf('keyword', [key]) : { key: key.slice(0, 40), values: [value] };
  });
  return anyOf(trees);
}

/** Returns the hours of a flight. */
export function kevelDayPartsOf(flight: SourceRecord): readonly Readonly<Record<string, unknown>>[] {
  const days = Object.entries(weekdayMembers).flatMap(([day, member]) => (memberIs(flight, member) ? [day] : []));
  const fromMinute = minuteOf(memberText(flight, 'DatePartingStartTime')) ?? 0;
  const toMinute = minuteOf(memberText(flight, 'DatePartingEndTime')) ?? 1_440;
  if (days.length === 0 && fromMinute === 0 && toMinute === 1_440) return [];
  const own = { ...(days.length > 0 && days.length < 7 && { days }) };
  if (toMinute > fromMinute) return [{ ...own, fromMinute, toMinute }];
  return [{ ...own, fromMinute, toMinute: 1_440 }, ...(toMinute > 0 ? [{ ...own, fromMinute: 0, toMinute }] : [])];
}

function minuteOf(text: string): number | null {
  const found = /^(\d{1,2}):(\d\d)/.exec(text);
  if (found === null) return null;
  const minute = Number(found[1]) * 60 + Number(found[2]);
  return minute <= 1_440 ? minute : null;
}

/** Returns the zones of a flight among all zones. */
export function kevelZonesOf(flight: SourceRecord, zones: ReadonlyMap<string, string>): readonly string[] {
  const targets = recordsOf(memberOf(flight, 'SiteZoneTargeting'));
  const idsOf = (...members: string[]) => valuesOf(memberOf(flight, ...members)).map(sourceText);
  const matches = (record: SourceRecord, zoneId: string) => {
    const [site, zone] = [memberText(record, 'SiteId'), memberText(record, 'ZoneId')];
    return zone !== '' && zone !== '0' ? zone === zoneId : site === zones.get(zoneId);
  };
  const included = targets.filter((record) => !memberIs(record, 'IsExclude'));
  const excluded = targets.filter((record) => memberIs(record, 'IsExclude'));
  const [siteIds, zoneIds] = [idsOf('SiteIds'), idsOf('ZoneIds')];
  const isOpen = included.length === 0 && siteIds.length === 0 && zoneIds.length === 0;
  return [...zones].flatMap(([zoneId, siteId]) => {
    const isIn =
      isOpen || included.some((one) => matches(one, zoneId)) || siteIds.includes(siteId) || zoneIds.includes(zoneId);
    return isIn && !excluded.some((one) => matches(one, zoneId)) ? [zoneId] : [];
  });
}
