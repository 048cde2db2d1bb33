import type { BrandId, CreativeId, FormatId } from '../words/ids.ts';
import type { CreativeRow } from './snapshot-rows.ts';

/**
 * A creative as a snapshot holds it: what a decision asks for, and the rest as text until somebody shows it. Of a hundred
 * thousand creatives most are never shown between two starts, and a text is smaller than the objects that it stands for.
 */
export type PackedCreative = {
  readonly id: CreativeId;
  readonly formatId: FormatId;
  /** In the text too. */
  readonly brandId: BrandId;
  /** The rest of its row as JSON, on one line and without tabs: values in the order of `packedFields`, else the fields. */
  readonly text: string;
};

const packedFields = [
  'name',
  'kind',
  'brandId',
  'width',
  'height',
  'html',
  'file',
  'clickUrl',
  'altText',
  'domains',
  'updatedAtMs',
] as const satisfies readonly (keyof CreativeRow)[];

/** @param creative packed already, or not */
export function packCreative(creative: CreativeRow | PackedCreative): PackedCreative {
  if ('text' in creative) {
    const { id, formatId, brandId, text } = creative;
    return { id, formatId, brandId, text };
  }
  const { id, formatId, ...rest } = creative;
  const hasThese = packedFields.every((field) => rest[field] !== undefined);
  const isOrdered = hasThese && Object.keys(rest).length === packedFields.length;
  const text = narrow(JSON.stringify(isOrdered ? packedFields.map((field) => rest[field]) : rest));
  return { id, formatId, brandId: rest.brandId, text };
}

/**
 * V8 keeps two bytes for each character of a text with one that is not in Latin-1, and creatives share the text of their
 * line. So a few such characters, an ellipsis or a dash, are written as escapes.
 */
function narrow(json: string): string {
  const wide = json.match(/[\u0100-\uffff]/g)?.length ?? 0;
  if (wide === 0 || wide * escapeLength > json.length) return json;
  return json.replace(/[\u0100-\uffff]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

const escapeLength = 6;

/** The whole row, read anew at each call: keep what is made of it. */
export function unpackCreative({ id, formatId, text }: Pick<PackedCreative, 'id' | 'formatId' | 'text'>): CreativeRow {
  const rest: unknown = JSON.parse(text);
  const fields = Array.isArray(rest) ? Object.fromEntries(packedFields.map((field, at) => [field, rest[at]])) : rest;
  return { id, formatId, ...(fields as Omit<CreativeRow, 'id' | 'formatId'>) };
}
