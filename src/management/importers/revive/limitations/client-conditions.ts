import { isLanguageTag } from '../../../../core/vocabulary/codes/language-codes.ts';
import {
  allOf,
  anyOf,
  commaListOf,
  type DeliveryLimitation,
  leaf,
  negatedIf,
  notOf,
  type Translation,
} from './condition.ts';

/** Browsers of Placard by the names and the two-letter codes that versions of Revive store, in lower case. */
const browsers: Readonly<Record<string, string>> = {
  'internet explorer': 'IE',
  ie: 'IE',
  edge: 'Edge',
  ed: 'Edge',
  chrome: 'Chrome',
  ch: 'Chrome',
  gc: 'Chrome',
  firefox: 'Firefox',
  ff: 'Firefox',
  fx: 'Firefox',
  safari: 'Safari',
  sf: 'Safari',
  opera: 'Opera',
  op: 'Opera',
  'samsung internet': 'Samsung Internet',
  vivaldi: 'Vivaldi',
};

/** Operating systems of Placard by the names and codes that versions of Revive store, in lower case. */
const systems: Readonly<Record<string, string>> = {
  windows: 'Windows',
  'os x': 'macOS',
  osx: 'macOS',
  macos: 'macOS',
  mac: 'macOS',
  ios: 'iOS',
  ipod: 'iOS',
  android: 'Android',
  linux: 'Linux',
  'chrome os': 'Chrome OS',
};

/** Versions of a browser that a condition may enumerate. */
const mostVersions = 1_000;

const remedyOfVersions = 'Remove the limitation in Revive, or target the browser or system without its version.';

/** Translates the limitations of the group Client. */
export function clientCondition({ type, comparison, data }: DeliveryLimitation): Translation {
  const isNegative = comparison.startsWith('!');
  switch (type) {
    case 'Client:Browser':
      return namesOf('browser', { data, isNegative, known: browsers });
    case 'Client:Os':
      return namesOf('os', { data, isNegative, known: systems });
    case 'Client:BrowserVersion':
      return browserVersion(comparison, data);
    case 'Client:OsVersion':
      return systemVersion(comparison, data);
    case 'Client:Language':
      return language(data, isNegative);
    case 'Client:Useragent':
      return {
        unsupported: 'Placard does not target the user agent.',
        remedy: 'Target the browser, the operating system or the device instead.',
      };
    case 'Client:Ip':
    case 'Client:Domain':
      return {
        unsupported: 'Placard does not target addresses of viewers or their host names.',
        remedy: 'Let your pages send a parameter for these viewers, and target the parameter.',
      };
    default:
      return {
        unsupported: `Placard does not know the limitation ${type}.`,
        remedy: 'Let your pages send a parameter with this information, and target the parameter.',
      };
  }
}

type Names = {
  readonly data: string;
  readonly isNegative: boolean;
  readonly known: Readonly<Record<string, string>>;
};

function namesOf(fact: 'browser' | 'os', { data, isNegative, known }: Names): Translation {
  const given = commaListOf(data);
  if (given.length === 0) return { tree: true };
  const unknown = given.filter((name) => known[name.toLowerCase()] === undefined);
  if (unknown.length > 0) {
    return {
      unsupported: `Placard has no ${fact === 'os' ? 'operating system' : 'browser'} "${unknown.join('", "')}".`,
      remedy: 'Remove it from the limitation in Revive, and import again.',
    };
  }
  const values = [...new Set(given.map((name) => known[name.toLowerCase()] as string))];
  return { tree: negatedIf(isNegative, leaf(fact, values)) };
}

/** Data of the form `Chrome|120`. The operator `nn` stands for any version. */
function browserVersion(comparison: string, data: string): Translation {
  const [name = '', version = ''] = data.split('|');
  const browser = browsers[name.trim().toLowerCase()];
  if (browser === undefined) {
    return { unsupported: `Placard has no browser "${name}".`, remedy: remedyOfVersions };
  }
  const any = leaf('browser', [browser]);
  if (comparison === 'nn') return { tree: any };
  const major = Number(version);
  if (!/^\d+(?:\.0+)?$/.test(version.trim()) || major < 1 || major > mostVersions) {
    return { unsupported: `Placard targets whole versions of browsers, not "${version}".`, remedy: remedyOfVersions };
  }
  const upTo = (last: number) =>
    leaf(
      'browser',
      range(1, last).map((one) => `${browser}${one}`),
    );
  const exactly = leaf('browser', [`${browser}${major}`]);
  switch (comparison) {
    case '==':
      return { tree: exactly };
    case '!=':
      return { tree: notOf(exactly) };
    case 'lt':
    case '<':
      return { tree: upTo(major - 1) };
    case 'le':
    case '<=':
      return { tree: upTo(major) };
    case 'gt':
    case '>':
      return { tree: allOf([any, notOf(upTo(major))]) };
    case 'ge':
    case '>=':
      return { tree: allOf([any, notOf(upTo(major - 1))]) };
    default:
      return { unsupported: `The operator "${comparison}" is unknown.`, remedy: remedyOfVersions };
  }
}

function systemVersion(comparison: string, data: string): Translation {
  const [name = ''] = data.split('|');
  const system = systems[name.trim().toLowerCase()];
  if (comparison === 'nn' && system !== undefined) return { tree: leaf('os', [system]) };
  return { unsupported: 'Placard does not target versions of operating systems.', remedy: remedyOfVersions };
}

function language(data: string, isNegative: boolean): Translation {
  const given = commaListOf(data);
  if (given.length === 0) return { tree: true };
  const tags = given.map((tag) => tag.replaceAll('_', '-'));
  const unknown = tags.filter((tag) => !isLanguageTag(tag));
  if (unknown.length > 0) {
    return {
      unsupported: `"${unknown.join('", "')}" is not a language tag.`,
      remedy: 'Remove it from the limitation in Revive, and import again.',
    };
  }
  return {
    tree: negatedIf(isNegative, anyOf([leaf('language', tags)])),
    note: 'Placard compares the first language of the browser, Revive all of them.',
  };
}

function range(first: number, last: number): readonly number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}
