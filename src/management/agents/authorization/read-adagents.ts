import { z } from 'zod';
import type { PropertySelection } from '../../../platform/db/tables/authorization-tables.ts';

const identifier = z.object({ type: z.string(), value: z.string() });
const property = z.object({
  property_id: z.string().optional(),
  identifiers: z.array(identifier).default([]),
  tags: z.array(z.string()).default([]),
  publisher_domain: z.string().optional(),
});
type Property = z.output<typeof property>;

const selector = z.object({
  publisher_domain: z.string(),
  selection_type: z.string(),
  property_ids: z.array(z.string()).optional(),
  property_tags: z.array(z.string()).optional(),
});
const agent = z.object({
  url: z.string(),
  authorization_type: z.string().optional(),
  property_ids: z.array(z.string()).default([]),
  property_tags: z.array(z.string()).default([]),
  properties: z.array(property).default([]),
  publisher_properties: z.array(selector).default([]),
  effective_from: z.string().optional(),
  effective_until: z.string().optional(),
});
type Agent = z.output<typeof agent>;

/** The fields of adagents.json that decide what an agent may sell. Others are ignored. Source: AdCP 3.0. */
const file = z.object({
  authoritative_location: z.string().optional(),
  properties: z.array(property).default([]),
  authorized_agents: z.array(agent).optional(),
});
/** A valid adagents.json. */
export type Adagents = z.output<typeof file>;

/** Reads adagents.json. null: the text is not such a file. */
export function readAdagents(text: string): Adagents | null {
  let given: unknown;
  try {
    given = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return null;
  }
  const { data } = file.safeParse(given);
  return data === undefined || (data.authoritative_location === undefined && data.authorized_agents === undefined)
    ? null
    : data;
}

/** A question about a file: which properties of a domain an agent may sell at a time. */
export type AuthorizationQuestion = {
  readonly agentUrl: string;
  readonly domain: string;
  readonly nowMs: number;
  /** The file was fetched from the domain itself, so that properties without a domain belong to it. */
  readonly isOfDomain: boolean;
};

/** Returns the properties of a domain that a file authorizes an agent to sell. null: none. */
export function selectionOf(adagents: Adagents, question: AuthorizationQuestion): PropertySelection | null {
  const url = comparableUrl(question.agentUrl);
  for (const entry of adagents.authorized_agents ?? []) {
    if (comparableUrl(entry.url) !== url || !isInEffect(entry, question.nowMs)) continue;
    const selection = selectionOfEntry(entry, adagents.properties, question);
    if (selection !== null) return selection;
  }
  return null;
}

function selectionOfEntry(
  entry: Agent,
  properties: readonly Property[],
  question: AuthorizationQuestion,
): PropertySelection | null {
  const mine = properties.filter((one) => belongsTo(one, question));
  switch (entry.authorization_type) {
    case 'property_ids': {
      const ids = mine.flatMap(({ property_id: id }) =>
        id !== undefined && entry.property_ids.includes(id) ? [id] : [],
      );
      return ids.length === 0 ? null : { selection_type: 'by_id', property_ids: ids };
    }
    case 'property_tags': {
      const tags = entry.property_tags.filter((tag) => mine.some((one) => one.tags.includes(tag)));
      return tags.length === 0 ? null : { selection_type: 'by_tag', property_tags: tags };
    }
    case 'inline_properties':
      return entry.properties.some((one) => belongsTo(one, question)) ? { selection_type: 'all' } : null;
    case 'publisher_properties':
      return ofSelectors(entry.publisher_properties, question.domain);
    case undefined:
      // Without a type, the agent may sell everything of the domain. Source: AdCP 2.5.
      return question.isOfDomain || mine.length > 0 ? { selection_type: 'all' } : null;
    default:
      // Signals.
      return null;
  }
}

function ofSelectors(selectors: readonly z.output<typeof selector>[], domain: string): PropertySelection | null {
  const found = selectors.find((one) => one.publisher_domain.toLowerCase() === domain);
  if (found === undefined) return null;
  if (found.selection_type === 'by_id') return { selection_type: 'by_id', property_ids: found.property_ids ?? [] };
  if (found.selection_type === 'by_tag') return { selection_type: 'by_tag', property_tags: found.property_tags ?? [] };
  return { selection_type: 'all' };
}

function belongsTo({ publisher_domain: owner, identifiers }: Property, { domain, isOfDomain }: AuthorizationQuestion) {
  const named = identifiers.some(({ type, value }) => type === 'domain' && matchesDomain(value.toLowerCase(), domain));
  return named || (owner === undefined ? isOfDomain : owner.toLowerCase() === domain);
}

/** A domain covers its subdomains `www` and `m`, and `*.` all subdomains. Source: AdCP 3.0, `identifier`. */
function matchesDomain(value: string, domain: string): boolean {
  if (value.startsWith('*.')) return domain.endsWith(value.slice(1));
  return [value, `www.${value}`, `m.${value}`].includes(domain);
}

function isInEffect({ effective_from: from, effective_until: until }: Agent, nowMs: number): boolean {
  const begins = from === undefined ? Number.NEGATIVE_INFINITY : Date.parse(from);
  const ends = until === undefined ? Number.POSITIVE_INFINITY : Date.parse(until);
  // An invalid time is NaN, for which both comparisons are false.
  return begins <= nowMs && nowMs < ends;
}

/** Normal form of an agent URL: case of the host, default port, percent-encoding of unreserved characters. */
function comparableUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null) return text;
  url.hash = '';
  return url.href.replace(/%([0-9A-Fa-f]{2})/g, (coded, digits: string) => {
    const character = String.fromCharCode(Number.parseInt(digits, 16));
    return /[\w.~-]/.test(character) ? character : coded.toUpperCase();
  });
}
