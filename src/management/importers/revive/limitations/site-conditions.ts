import { maxTargetingLeaves } from '../../../../core/vocabulary/limits/booking-limits.ts';
import {
  allOf,
  anyOf,
  commaListOf,
  type DeliveryLimitation,
  joinedNotes,
  type LimitationContext,
  type LimitationTree,
  negatedIf,
  notOf,
  sizeOf,
  type Translation,
  tooManyConditions,
} from './condition.ts';

const maxKeyLength = 40;
const noteOfText = 'Placard ignores case, and treats characters that are not letters or digits as equal.';

/** Translates the limitations of the group Site. */
export function siteCondition(condition: DeliveryLimitation, context: LimitationContext): Translation {
  const { type, comparison, data } = condition;
  switch (type) {
    case 'Site:Pageurl':
      return pageUrl(comparison, data);
    case 'Site:Source':
      return parameter('source', comparison, data);
    case 'Site:Variable':
      return variable(comparison, data);
    case 'Site:Channel':
      return channels(condition, context);
    case 'Site:Registerabledomainlist':
    case 'Site:RegisterableDomainList':
    case 'Site:Domainlist':
      return domains(comparison, data, (domain) => [`://${domain}/`, `.${domain}/`]);
    case 'Site:Hostnamelist':
    case 'Site:HostnameList':
      return domains(comparison, data, (domain) => [`://${domain}/`]);
    case 'Site:Referingpage':
      return {
        unsupported: 'Placard does not target the referring page.',
        remedy: 'Let your pages send a parameter with the referrer, and target the parameter.',
      };
    default:
      return {
        unsupported: `Placard does not know the limitation ${type}.`,
        remedy: 'Let your pages send a parameter with this information, and target the parameter.',
      };
  }
}

function pageUrl(comparison: string, data: string): Translation {
  const part = data.trim();
  if (part === '') return { tree: true };
  if (comparison === '=~' || comparison === '!~') {
    return { tree: negatedIf(comparison === '!~', { urlParts: [part] }), note: noteOfText };
  }
  return {
    unsupported: isPattern(comparison)
      ? 'Placard has no regular expressions for the page URL.'
      : 'Placard compares parts of the page URL, not the whole URL.',
    remedy: 'Use the operator "contains" in Revive, and import again.',
  };
}

/** Data of the form `name|value`. Conditions on a missing variable are true only if the operator is negative. */
function variable(comparison: string, data: string): Translation {
  const at = data.indexOf('|');
  const name = data.slice(0, Math.max(0, at)).trim();
  if (at === -1 || name === '' || name.length > maxKeyLength || /[\p{Cc}\p{Cs}]/u.test(name)) {
    return { unsupported: `"${data.slice(0, 60)}" does not name a variable.`, remedy: 'Correct it in Revive.' };
  }
  return parameter(name, comparison, data.slice(at + 1));
}

function parameter(key: string, comparison: string, data: string): Translation {
  const value = data.trim();
  if (comparison === '==' || comparison === '!=') {
    if (value === '') {
      return { unsupported: 'Placard does not compare with an empty value.', remedy: 'Correct it in Revive.' };
    }
    return {
      tree: negatedIf(comparison === '!=', { key, values: [value] }),
      note: `Requests must send the parameter ${key}. ${noteOfText}`,
    };
  }
  return {
    unsupported: `Placard compares whole values of the parameter ${key}, not ${isPattern(comparison) ? 'regular expressions' : `with the operator "${comparison}"`}.`,
    remedy: 'Use the operator "is equal to" in Revive, one condition for each value, and import again.',
  };
}

/** `==`: the rules of all sets are met. `=~`: of at least one. `!~` and `!=`: the negations. */
function channels({ comparison, data }: DeliveryLimitation, context: LimitationContext): Translation {
  const ids = commaListOf(data);
  if (ids.length === 0) return { tree: true };
  const trees: LimitationTree[] = [];
  const notes = ['The conditions of the delivery rule set are copied into the targeting.'];
  let leaves = 0;
  for (const id of ids) {
    const one = context.channel(id);
    if ('unsupported' in one) return one;
    if (!('tree' in one)) {
      return {
        unsupported: `The delivery rule set ${id} contains dates.`,
        remedy: 'Move the dates to the campaign in Revive, and import again.',
      };
    }
    trees.push(one.tree);
    leaves += typeof one.tree === 'boolean' ? 0 : sizeOf(one.tree).leaves;
    if (leaves > maxTargetingLeaves) return tooManyConditions;
    if (one.note !== undefined) notes.push(one.note);
  }
  const joined = comparison === '=~' || comparison === '!~' ? anyOf(trees) : allOf(trees);
  return {
    tree: comparison.startsWith('!') ? notOf(joined) : joined,
    note: joinedNotes(notes),
  };
}

/** Lists of host names: one per line, separated by commas, or a serialized PHP array. */
function domains(
  comparison: string,
  data: string,
  campaignPartsOf: (domain: string) => readonly string[],
): Translation {
  const names: string[] = [];
  for (const text of readNames(data)) {
    const name = hostName(text);
    if (name === null) {
      return {
        unsupported: `"${text.slice(0, 60)}" is not a complete host name.`,
        remedy: 'Write names such as example.com in Revive, without patterns and paths, and import again.',
      };
    }
    names.push(name);
  }
  // Each element of a serialized list has a text.
  const [, count = '0'] = /^a:(\d+):\{/.exec(data.trim()) ?? [];
  if (readNames(data).length < Number(count)) {
    return { unsupported: `"${data.slice(0, 60)}" cannot be read.`, remedy: 'Correct the limitation in Revive.' };
  }
  if (names.length === 0) {
    // A serialized list that cannot be read is not an empty list.
    if (data.trim() === '' || /^a:0:\{\}$/.test(data.trim())) return { tree: true };
    return {
      unsupported: `"${data.slice(0, 60)}" contains no host name.`,
      remedy: 'Correct the limitation in Revive.',
    };
  }
  return {
    tree: negatedIf(comparison.startsWith('!'), { urlParts: [...new Set(names)].flatMap(campaignPartsOf) }),
    note: 'Placard searches the host names in the whole URL of the page.',
  };
}

function readNames(data: string): readonly string[] {
  const isSerialized = /^a:\d+:\{/.test(data.trim());
  const texts = isSerialized
    ? [...data.matchAll(/s:\d+:"([^"]*)"/g)].map(([, text = '']) => text)
    : data.split(/[\s,;]+/);
  return texts.map((text) => text.trim()).filter((text) => text !== '');
}

/** Returns the ASCII form of a host name, or the host of a URL without port and path. null: it is neither. */
function hostName(text: string): string | null {
  const isUrl = /^https?:\/\//i.test(text);
  if (!isUrl && /[/:?#@\\%]/.test(text)) return null;
  const url = URL.parse(isUrl ? text : `http://${text}/`);
  if (url === null || url.port !== '' || url.username !== '' || url.password !== '') return null;
  // Numbers such as 1.2 are completed to IP addresses, which is not exact.
  if (!isUrl && /^[\d.]+$/.test(url.hostname) && url.hostname !== text) return null;
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '') return null;
  return /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)+$/.test(url.hostname) ? url.hostname : null;
}

function isPattern(comparison: string): boolean {
  return comparison === '=x' || comparison === '!x';
}
