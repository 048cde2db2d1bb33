import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import opentype from 'opentype.js';
import type { Font, Glyph, PathCommand } from './letter-outlines.ts';

/** Typefaces of the demo's brands: a geometric sans, a display serif and a poster face. */
export type Typeface = 'sans' | 'serif' | 'poster';

/** Style of a text. Letters are drawn as outlines, because a server without fonts would render banners without text. */
export type TextStyle = {
  readonly typeface: Typeface;
  /** Font size: pixels per em. */
  readonly size: number;
  /** Extra space after each letter, in em. */
  readonly tracking?: number;
};

const require = createRequire(import.meta.url);

const fontFiles: Readonly<Record<Typeface, string>> = {
  sans: require.resolve('@fontsource/outfit/files/outfit-latin-700-normal.woff'),
  serif: require.resolve('@fontsource/dm-serif-display/files/dm-serif-display-latin-400-normal.woff'),
  poster: require.resolve('@fontsource/bebas-neue/files/bebas-neue-latin-400-normal.woff'),
};

/** Returns the width of the line in pixels. */
export function textWidth(text: string, style: TextStyle): number {
  return layOut(text, style).width;
}

/** Returns the SVG path data of one line whose baseline starts at (x, y). */
export function textPath(text: string, style: TextStyle, x: number, y: number): string {
  return layOut(text, style)
    .glyphs.map(({ glyph, left }) =>
      glyph
        .getPath(x + left, y, style.size)
        .commands.map(commandText)
        .join(''),
    )
    .join('');
}

/**
 * Returns the largest size up to `maxSize` at which `text`, broken at spaces into at most `maxLines` lines, fits the
 * box. At equal sizes, fewer lines are preferred.
 */
export function fitText(
  text: string,
  style: Omit<TextStyle, 'size'>,
  box: { readonly width: number; readonly height: number; readonly maxLines: number; readonly maxSize: number },
): { readonly lines: readonly string[]; readonly size: number; readonly lineHeight: number } {
  const words = text.split(' ');
  let best = { lines: [text], size: 0, lineHeight: 0 };
  for (let count = 1; count <= Math.min(box.maxLines, words.length); count += 1) {
    const lines = balancedLines(words, count, style);
    const widest = Math.max(...lines.map((line) => textWidth(line, { ...style, size: 1 })));
    const leading = leadingOf[style.typeface];
    const size = Math.min(box.maxSize, box.width / widest, box.height / (leading * (count - 1) + 1));
    if (size > best.size * 1.02) best = { lines, size, lineHeight: size * leading };
  }
  return best;
}

/** Formatted here and not by the library, whose rounding turns some numbers into NaN. */
function commandText(command: PathCommand): string {
  const at = (...values: number[]) => `${command.type}${values.map((value) => value.toFixed(1)).join(' ')}`;
  if (command.type === 'Z') return 'Z';
  if (command.type === 'C') return at(command.x1, command.y1, command.x2, command.y2, command.x, command.y);
  if (command.type === 'Q') return at(command.x1, command.y1, command.x, command.y);
  return at(command.x, command.y);
}

const leadingOf: Readonly<Record<Typeface, number>> = { sans: 1.08, serif: 1.06, poster: 0.96 };

/** Breaks words into `count` lines so that the widest line is as narrow as possible. */
function balancedLines(words: readonly string[], count: number, style: Omit<TextStyle, 'size'>): string[] {
  if (count === 1) return [words.join(' ')];
  let best: { lines: string[]; widest: number } | null = null;
  for (let first = 1; first <= words.length - count + 1; first += 1) {
    const lines = [words.slice(0, first).join(' '), ...balancedLines(words.slice(first), count - 1, style)];
    const widest = Math.max(...lines.map((line) => textWidth(line, { ...style, size: 1 })));
    if (best === null || widest < best.widest) best = { lines, widest };
  }
  return best?.lines ?? [words.join(' ')];
}

function layOut(text: string, style: TextStyle): { glyphs: { glyph: Glyph; left: number }[]; width: number } {
  const font = loadFont(style.typeface);
  const scale = style.size / font.unitsPerEm;
  const glyphs: { glyph: Glyph; left: number }[] = [];
  let left = 0;
  let previous: Glyph | null = null;
  for (const character of text) {
    const glyph = font.charToGlyph(character);
    if (previous !== null) left += font.getKerningValue(previous, glyph) * scale;
    glyphs.push({ glyph, left });
    left += (glyph.advanceWidth ?? 0) * scale + (style.tracking ?? 0) * style.size;
    previous = glyph;
  }
  return { glyphs, width: left };
}

const loadedFonts = new Map<Typeface, Font>();

function loadFont(typeface: Typeface): Font {
  const known = loadedFonts.get(typeface);
  if (known !== undefined) return known;
  const bytes = readFileSync(fontFiles[typeface]);
  const font = opentype.parse(new Uint8Array(bytes).buffer);
  loadedFonts.set(typeface, font);
  return font;
}
