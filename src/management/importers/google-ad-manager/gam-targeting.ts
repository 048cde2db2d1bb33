import type { LineFault } from '../common/import-line.ts';
import {
  memberIs,
  memberNumber,
  memberOf,
  memberText,
  normalized,
  recordsOf,
  type SourceRecord,
  sourceRecord,
  sourceText,
  valuesOf,
} from '../common/source-record.ts';
import { allOf, anyOf, type LimitationTree, leaf, notOf } from '../revive/limitations/condition.ts';
import { idOfReference } from './gam-data.ts';

/** Names of keys and values by ID. */
export type GamNames = {
  readonly keys: ReadonlyMap<string, string>;
  readonly values: ReadonlyMap<string, { readonly name: string; readonly matchType: string }>;
};

/** Translated targeting of a line item. */
export type GamTargeting = {
  readonly tree: LimitationTree;
  readonly dayParts: readonly Readonly<Record<string, unknown>>[];
  readonly notes: readonly { readonly feature: string; readonly message: string }[];
  readonly faults: readonly LineFault[];
};

const devices: Readonly<Record<string, string>> = {
  desktop: 'desktop',
  smartphone: 'phone',
  featurephone: 'phone',
  highendmobiledevice: 'phone',
  tablet: 'tablet',
  connectedtv: 'tv',
  settopbox: 'tv',
};

/** Parts of the targeting that this file translates, or that other files do. */
const known = new Set([
  'inventoryTargeting',
  'geoTargeting',
  'customTargeting',
  'dayPartTargeting',
  'technologyTargeting',
  'userDomainTargeting',
]);

/** Translates the targeting of a line item, except for its inventory. */
export function gamTargetingOf(targeting: SourceRecord, names: GamNames): GamTargeting {
  const notes: { feature: string; message: string }[] = [];
  const faults: LineFault[] = [];
  const trees = [
    geoTree(sourceRecord(memberOf(targeting, 'geoTargeting')), faults),
    customTree(memberOf(targeting, 'customTargeting'), names, faults),
    technologyTree(sourceRecord(memberOf(targeting, 'technologyTargeting')), faults),
  ];
  const dayParts = dayPartsOf(sourceRecord(memberOf(targeting, 'dayPartTargeting')), notes, faults);
  if (isFilled(memberOf(sourceRecord(memberOf(targeting, 'userDomainTargeting')), 'domains'))) {
    faults.push(faultOf('user domains', 'Placard does not target the domains of networks of viewers.'));
  }
  for (const name of ['geoTargeting', 'technologyTargeting']) {
    if (!hasPlainItems(memberOf(targeting, name))) continue;
    faults.push(faultOf(name, `Items of ${name} are resource names, which contain no code.`));
  }
  for (const [name, value] of Object.entries(targeting)) {
    if (known.has(name) || !isFilled(value)) continue;
    faults.push(faultOf(name, `Placard cannot express ${name}.`));
  }
  return { tree: allOf(trees), dayParts, notes, faults };
}

function faultOf(feature: string, message: string): LineFault {
  return { feature, message, remedy: 'Remove it in the source or replace it with other targeting, and import again.' };
}

function isFilled(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return typeof value === 'object' && value !== null ? Object.values(value).some(isFilled) : sourceText(value) !== '';
}

/** Returns whether a list below a value contains items that are not objects, such as resource names. */
function hasPlainItems(value: unknown): boolean {
  if (Array.isArray(value)) return value.some((one) => typeof one !== 'object' || hasPlainItems(one));
  return typeof value === 'object' && value !== null && Object.values(value).some(hasPlainItems);
}

function geoTree(geo: SourceRecord, faults: LineFault[]): LimitationTree {
  const treesOf = (...members: string[]) => recordsOf(memberOf(geo, ...members)).map((one) => geoLeaf(one, faults));
  const included = treesOf('targetedLocations', 'targetedGeos');
  const excluded = treesOf('excludedLocations', 'excludedGeos');
  return allOf([included.length === 0 ? true : anyOf(included), notOf(anyOf(excluded))]);
}

/** A geographic target that cannot be expressed matches nothing if it is targeted, and the line item has a fault in any case. */
function geoLeaf(location: SourceRecord, faults: LineFault[]): LimitationTree {
  const type = memberText(location, 'type', 'targetType').toLowerCase();
  const name = memberText(location, 'displayName', 'name');
  if (type === 'country') {
    const code = countryCode(memberText(location, 'regionCode', 'countryCode') || name);
    if (code !== null) return leaf('country', [code]);
  }
  if (type === 'city' && name !== '') return leaf('city', [name]);
  if (/postal|zip/.test(type) && name !== '') return leaf('postalCode', [name]);
  const region = memberText(location, 'regionCode', 'isoCode');
  if (/^[A-Z]{2}-[A-Z0-9]{1,3}$/.test(region)) return leaf('region', [region]);
  const subject = name === '' ? memberText(location, 'id') : name;
  faults.push(faultOf('geography', `The ${type === '' ? 'location' : type} "${subject}" has no code of Placard.`));
  return false;
}

let countries: ReadonlyMap<string, string> | null = null;

/** Returns the code of a country by its code or its English name. */
function countryCode(text: string): string | null {
  if (/^[A-Z]{2}$/.test(text)) return text;
  countries ??= new Map(countryNames());
  return countries.get(text.toLowerCase()) ?? null;
}

function countryNames(): readonly (readonly [string, string])[] {
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');
  return letters.flatMap((first) =>
    letters.flatMap((second) => {
      const name = names.of(first + second);
      return name === undefined ? [] : [[name.toLowerCase(), first + second] as const];
    }),
  );
}

function customTree(node: unknown, names: GamNames, faults: LineFault[], level = 0): LimitationTree {
  const record = sourceRecord(node);
  const children = recordsOf(memberOf(record, 'children', 'customTargetingClauses', 'customTargetingLiterals'));
  if (children.length > 0 && level < 8) {
    const trees = children.map((child) => customTree(child, names, faults, level + 1));
    const isAny =
      /or/i.test(memberText(record, 'logicalOperator')) || memberOf(record, 'customTargetingClauses') !== undefined;
    for (const [name, value] of Object.entries(record)) {
      if (nodeMembers.has(normalized(name)) || !isFilled(value)) continue;
      faults.push(faultOf(name, `Placard cannot express ${name} of custom targeting.`));
    }
    const tree = isAny ? anyOf(trees) : allOf(trees);
    return memberIs(record, 'negative') ? notOf(tree) : tree;
  }
  const keyId = idOfReference(memberText(record, 'keyId', 'customTargetingKey'));
  if (keyId === '') {
    if (!isFilled(node)) return true;
    faults.push(faultOf('audience', 'Placard cannot express audiences and content of the source.'));
    return true;
  }
  return literalTree(record, { keyId, names, faults });
}

/** Members of a node of custom targeting that are translated. */
const nodeMembers: ReadonlySet<string> = new Set([
  'children',
  'customtargetingclauses',
  'customtargetingliterals',
  'logicaloperator',
  'negative',
  'xsitype',
]);

type Literal = { readonly keyId: string; readonly names: GamNames; readonly faults: LineFault[] };

function literalTree(record: SourceRecord, { keyId, names, faults }: Literal): LimitationTree {
  const key = names.keys.get(keyId);
  const ids = valuesOf(memberOf(record, 'valueIds', 'customTargetingValues')).map((id) =>
    idOfReference(sourceText(id)),
  );
  const values = ids.map((id) => names.values.get(id));
  if (key === undefined || values.some((value) => value === undefined)) {
    faults.push({
      feature: 'key-values',
      message: `The key ${keyId} or one of its values is not part of the export.`,
      remedy: 'Export the custom targeting keys and values too, and import again.',
    });
    return true;
  }
  if (values.some((value) => !['', 'EXACT'].includes(value?.matchType ?? ''))) {
    faults.push(faultOf('key-values', `Placard compares whole values. Values of ${key} match parts.`));
    return true;
  }
  const tree: LimitationTree =
    values.length === 0 ? true : { key, values: values.flatMap((value) => (value === undefined ? [] : [value.name])) };
  const isNot = /not/i.test(memberText(record, 'operator')) || memberIs(record, 'negative');
  return isNot ? notOf(tree) : tree;
}

function technologyTree(technology: SourceRecord, faults: LineFault[]): LimitationTree {
  const trees: LimitationTree[] = [];
  for (const [name, value] of Object.entries(technology)) {
    if (!isFilled(value)) continue;
    const record = sourceRecord(value);
    if (name.startsWith('deviceCategor')) trees.push(deviceTree(record, faults));
    else if (name.startsWith('browserLanguage'))
      faults.push(faultOf('language', 'Languages of browsers have no code in the export.'));
    else if (name.startsWith('browserTargeting'))
      trees.push(nameTree('browser', memberOf(record, 'browsers'), { record, faults }));
    else if (name.startsWith('operatingSystemTargeting'))
      trees.push(nameTree('os', memberOf(record, 'operatingSystems'), { record, faults }));
    else faults.push(faultOf(name, `Placard cannot express ${name}.`));
  }
  return allOf(trees);
}

/** Names of browsers and operating systems in Placard, by a part of the names of the source. The first match applies. */
const softwareNames = {
  browser: [
    [/samsung/i, 'Samsung Internet'],
    [/vivaldi/i, 'Vivaldi'],
    [/\bedge\b/i, 'Edge'],
    [/opera/i, 'Opera'],
    [/firefox/i, 'Firefox'],
    [/explorer/i, 'IE'],
    [/chrome/i, 'Chrome'],
    [/safari/i, 'Safari'],
  ],
  os: [
    [/chrome ?os/i, 'Chrome OS'],
    [/android/i, 'Android'],
    [/\bios\b|iphone|ipad/i, 'iOS'],
    [/mac ?os|os x|macintosh/i, 'macOS'],
    [/^(?:microsoft )?windows(?! phone)/i, 'Windows'],
    [/linux/i, 'Linux'],
  ],
} as const;

function nameTree(
  fact: 'browser' | 'os',
  values: unknown,
  { record, faults }: { readonly record: SourceRecord; readonly faults: LineFault[] },
): LimitationTree {
  const names = recordsOf(values).flatMap((one) => {
    const name = memberText(one, 'displayName', 'name');
    const known = softwareNames[fact].find(([pattern]) => pattern.test(name))?.[1];
    if (known !== undefined) return [known];
    faults.push(faultOf(fact, `Placard has no ${fact === 'os' ? 'operating system' : 'browser'} "${name}".`));
    return [];
  });
  const isTargeted = !/^false$/i.test(memberText(record, 'isTargeted'));
  const tree = leaf(fact, [...new Set<string>(names)]);
  return isTargeted ? tree : notOf(tree);
}

function deviceTree(record: SourceRecord, faults: LineFault[]): LimitationTree {
  const leafOf = (...members: string[]) =>
    recordsOf(memberOf(record, ...members)).map((one) => {
      const name = memberText(one, 'displayName', 'name');
      const device = devices[name.toLowerCase().replace(/[^a-z]/g, '')];
      if (device === undefined) faults.push(faultOf('devices', `Placard has no device category "${name}".`));
      return device === undefined ? false : leaf('device', [device]);
    });
  const included = leafOf('targetedDeviceCategories', 'targetedCategories');
  const excluded = leafOf('excludedDeviceCategories', 'excludedCategories');
  return allOf([included.length === 0 ? true : anyOf(included), notOf(anyOf(excluded))]);
}

const minutes: Readonly<Record<string, number>> = { ZERO: 0, FIFTEEN: 15, THIRTY: 30, FORTY_FIVE: 45 };

function dayPartsOf(
  targeting: SourceRecord,
  notes: { feature: string; message: string }[],
  faults: LineFault[],
): GamTargeting['dayParts'] {
  const parts = recordsOf(memberOf(targeting, 'dayParts'));
  if (parts.length > 0 && /browser|user/i.test(memberText(targeting, 'timeZone'))) {
    notes.push({ feature: 'day parts', message: 'Hours are in the time zone of the publication, not of the viewer.' });
  }
  return parts.flatMap((part) => {
    const day = memberText(part, 'dayOfWeek').slice(0, 3).toLowerCase();
    const fromMinute = minuteOf(sourceRecord(memberOf(part, 'startTime')));
    const toMinute = minuteOf(sourceRecord(memberOf(part, 'endTime')));
    if (
      /^(?:mon|tue|wed|thu|fri|sat|sun)$/.test(day) &&
      fromMinute !== null &&
      toMinute !== null &&
      toMinute > fromMinute
    ) {
      return [{ days: [day], fromMinute, toMinute }];
    }
    faults.push(faultOf('day parts', 'A part of the day has no valid day and hours.'));
    return [];
  });
}

function minuteOf(time: SourceRecord): number | null {
  const hour = memberNumber(time, 'hour', 'hours') ?? 0;
  const minute = minutes[memberText(time, 'minute', 'minutes')] ?? memberNumber(time, 'minute', 'minutes') ?? 0;
  const all = hour * 60 + minute;
  return Number.isInteger(all) && all >= 0 && all <= 1_440 ? all : null;
}
