import type { z } from 'zod';
import { valueFacts } from '../../core/targeting/value-facts.ts';
import { deviceCodeOf } from '../../core/vocabulary/codes/device-codes.ts';
import { codeOfLanguage, isLanguageTag } from '../../core/vocabulary/codes/language-codes.ts';
import { screenSizes } from '../../core/vocabulary/codes/screen-sizes.ts';
import { storeZones } from '../../core/vocabulary/codes/store-zones.ts';
import { venueTypeOf } from '../../core/vocabulary/codes/venue-types.ts';
import { codeOfCountry, isCountryCode } from '../../core/vocabulary/country-codes.ts';
import { maxTargetingDepth, maxTargetingLeaves } from '../../core/vocabulary/limits/booking-limits.ts';
import { fieldMessage } from '../common/field-message.ts';

type Issues = z.core.$ZodRawIssue[];
/** Schema of each leaf, by the field that identifies the leaf. */
type LeafSchemas = Readonly<Record<string, z.ZodType>>;

/** Maximum number of reported issues. */
const maxIssues = 50;

/** Messages about values that are not codes of a fact, with the suggested code. Null: the value is valid. */
const codeMessages: Readonly<Record<string, (value: string) => string | null>> = {
  country: (value) =>
    isCountryCode(value) ? null : fieldMessage('countryCode', { example: codeOfCountry(value) ?? 'BE', value }),
  language: (value) =>
    isLanguageTag(value) ? null : fieldMessage('languageTag', { example: codeOfLanguage(value) ?? 'nl', value }),
  device: (value) => {
    const example = deviceCodeOf(value);
    return example === null ? null : fieldMessage('deviceType', { example, value });
  },
  venueType: (value) => {
    const type = venueTypeOf(value);
    return type?.code === value ? null : fieldMessage('venueType', { example: type?.code ?? 'retail.grocery', value });
  },
  zone: oneOfCodes(storeZones),
  orientation: oneOfCodes(valueFacts.orientation.offered ?? []),
  resolution: (value) => (/^\d+x\d+$/.test(value) ? null : fieldMessage('code', { example: '1920x1080' })),
  screenSize: oneOfCodes(screenSizes),
  audio: oneOfCodes(valueFacts.audio.offered ?? []),
};

function oneOfCodes(codes: readonly string[]): (value: string) => string | null {
  return (value) => (codes.includes(value) ? null : fieldMessage('oneOf', { values: codes.join(', ') }));
}

/**
 * Adds an issue with its path for each reason why a JSON value is not a targeting tree. Source: product decisions 6.
 */
export function noteTargetingIssues(value: unknown, leaves: LeafSchemas, issues: Issues): void {
  const kinds = ['all', 'any', 'not', ...Object.keys(leaves)];
  let leafCount = 0;

  function visit(node: unknown, path: PropertyKey[], depth: number): void {
    if (issues.length >= maxIssues || leafCount > maxTargetingLeaves) return;
    if (depth > maxTargetingDepth) note(path, fieldMessage('maxLevels', { count: maxTargetingDepth }));
    else if (isObject(node)) visitNode(node, path, depth);
    else issues.push({ code: 'invalid_type', expected: 'object', input: node, path });
  }

  function visitNode(node: Readonly<Record<string, unknown>>, path: PropertyKey[], depth: number): void {
    const named = Object.keys(node).filter((field) => kinds.includes(field));
    const [kind = ''] = named;
    const leaf = leaves[kind];
    const unknown = Object.keys(node).filter((field) => field !== 'values' && !kinds.includes(field));
    if (named.length === 1 && leaf !== undefined) visitLeaf(node, leaf, path);
    else if (unknown.length > 0) noteUnknown(unknown, path);
    else if (named.length !== 1 || 'values' in node) {
      const removes = named.length > 1 ? '; in a patch, null removes a field' : '';
      note(path, fieldMessage('exactlyOneOf', { fields: `${kinds.join(', ')}${removes}` }));
    } else if (kind === 'not') visit(node['not'], [...path, kind], depth + 1);
    else visitChildren(node[kind], [...path, kind], depth + 1);
  }

  function visitChildren(children: unknown, path: PropertyKey[], depth: number): void {
    if (!Array.isArray(children)) issues.push({ code: 'invalid_type', expected: 'array', input: children, path });
    else if (children.length === 0) note(path, fieldMessage('minEntries', { count: 1 }));
    else for (const [index, child] of children.entries()) visit(child, [...path, index], depth);
  }

  function visitLeaf(node: unknown, schema: z.ZodType, path: PropertyKey[]): void {
    leafCount += 1;
    if (leafCount > maxTargetingLeaves) {
      note([], fieldMessage('maxConditions', { count: maxTargetingLeaves }));
      return;
    }
    // An empty message means that the schema defines no message. The caller of the parse then supplies its own.
    const parsed = schema.safeParse(node, { reportInput: true, error: () => '' });
    if (parsed.success) noteCodes(node as Readonly<Record<string, unknown>>, path);
    for (const { message, ...issue } of parsed.error?.issues ?? []) {
      const own = message === '' ? {} : { message };
      const at = [...path, ...issue.path];
      if (issue.code === 'unrecognized_keys') noteUnknown(issue.keys, at);
      else issues.push({ ...issue, ...own, path: at } as z.core.$ZodRawIssue);
    }
  }

  /** Values that no request can contain would never match. */
  function noteCodes({ fact, values }: Readonly<Record<string, unknown>>, path: PropertyKey[]): void {
    const messageOf = codeMessages[String(fact)];
    if (messageOf === undefined) return;
    for (const [index, value] of (values as readonly string[]).entries()) {
      const message = messageOf(value);
      if (message !== null) note([...path, 'values', index], message);
    }
  }

  /** Does not use `unrecognized_keys`. With that code the tree would still be parsed and the parse would succeed. */
  function noteUnknown(fields: readonly string[], path: PropertyKey[]): void {
    for (const field of fields) note([...path, field], fieldMessage('unknownField'), { code: 'unknown_field' });
  }

  function note(path: PropertyKey[], message: string, params?: { readonly code: string }): void {
    issues.push({ code: 'custom', message, input: undefined, path, ...(params === undefined ? {} : { params }) });
  }

  visit(value, [], 1);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
