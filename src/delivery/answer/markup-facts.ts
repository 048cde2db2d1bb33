import type { CreativeRow, FormatRow } from '../../core/snapshot/snapshot-rows.ts';
import type { MacroBook } from './macros/macro-book.ts';

/** What markup of a creative is made from. */
export type MarkupFacts = {
  readonly creative: CreativeRow;
  /** Of the position, which is that of the creative. */
  readonly format: FormatRow;
  readonly width: number | null;
  readonly height: number | null;
  /** Absolute address of the delivery listener. */
  readonly deliveryUrl: string;
  /** Where pages of HTML5 creatives are; null: nowhere. */
  readonly creativeOrigin: string | null;
  /** Click address that ends in `/UR`, and the same with the creative's own target; the latter null without one. */
  readonly clickBase: string;
  readonly clickUrl: string | null;
  /** Takes down the macros of the creative. */
  readonly macros: MacroBook;
};
