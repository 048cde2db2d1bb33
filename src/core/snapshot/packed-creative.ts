import type { CreativeId, FormatId } from '../words/ids.ts';
import type { CreativeRow } from './snapshot-rows.ts';

/**
 * A creative as a snapshot holds it: what a decision asks for, and the rest as text until somebody shows it. Of a hundred
 * thousand creatives most are never shown between two starts, and a text is smaller than the objects that it stands for.
 */
export type PackedCreative = {
  readonly id: CreativeId;
  readonly formatId: FormatId;
  /** Its row as JSON, on one line and without tabs. */
  readonly text: string;
};

/** @param creative packed already, or not */
export function packCreative(creative: CreativeRow | PackedCreative): PackedCreative {
  const { id, formatId } = creative;
  return { id, formatId, text: 'text' in creative ? creative.text : JSON.stringify(creative) };
}

/** The whole row, read anew at each call: keep what is made of it. */
export function unpackCreative({ text }: PackedCreative): CreativeRow {
  return JSON.parse(text) as CreativeRow;
}
