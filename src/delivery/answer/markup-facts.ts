import type { CreativeRow, FormatRow } from '../../core/snapshot/snapshot-rows.ts';
import type { MacroBook } from './macros/macro-book.ts';

/** Input for rendering the markup of a creative. */
export type MarkupFacts = {
  readonly creative: CreativeRow;
  /** Format of the position, which is that of the creative. */
  readonly format: FormatRow;
  readonly width: number | null;
  readonly height: number | null;
  /** Absolute URL of the delivery listener. */
  readonly deliveryUrl: string;
  /** Origin of the pages of HTML5 creatives. null if there is none. */
  readonly creativeOrigin: string | null;
  /**
   * Click URL that ends in `/UR`, and the same with the creative's target. The latter is null if the creative has no
   * target.
   */
  readonly clickBase: string;
  readonly clickUrl: string | null;
  /** Registers the macros of the creative. */
  readonly macros: MacroBook;
};
