/** The parts of opentype.js that `banner-letters.ts` uses. */
export type PathCommand =
  | { readonly type: 'M' | 'L'; readonly x: number; readonly y: number }
  | { readonly type: 'Q'; readonly x1: number; readonly y1: number; readonly x: number; readonly y: number }
  | {
      readonly type: 'C';
      readonly x1: number;
      readonly y1: number;
      readonly x2: number;
      readonly y2: number;
      readonly x: number;
      readonly y: number;
    }
  | { readonly type: 'Z' };
export type Glyph = {
  readonly advanceWidth?: number;
  readonly getPath: (x: number, y: number, fontSize: number) => { readonly commands: readonly PathCommand[] };
};
export type Font = {
  readonly unitsPerEm: number;
  readonly charToGlyph: (character: string) => Glyph;
  readonly getKerningValue: (left: Glyph, right: Glyph) => number;
};
