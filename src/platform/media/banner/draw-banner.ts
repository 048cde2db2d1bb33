/*
 * Banners of brands, drawn as SVG and rendered by sharp: creatives of the demo, and test images.
 *
 * - `draw-banner.ts`: a banner of a given size. `draw-test-image.ts`: a test image. `banner-style.ts`: colors and fonts.
 * - `banner-backdrops.ts`, `banner-motifs.ts`: the picture. `banner-letters.ts`, `letter-outlines.ts`: text as
 *   outlines.
 */

import sharp from 'sharp';
import { type BannerSize, drawBackdrop } from './banner-backdrops.ts';
import { fitText, type TextStyle, textPath, textWidth } from './banner-letters.ts';
import { drawMotif } from './banner-motifs.ts';
import type { BannerStyle } from './banner-style.ts';

/** Texts and style of a banner. */
export type BannerDesign = {
  readonly name: string;
  readonly headline: string;
  readonly subline: string;
  readonly button: string;
  readonly style: BannerStyle;
};

/** Returns a banner as PNG bytes, composed for this size. */
export async function drawBanner(brand: BannerDesign, size: BannerSize): Promise<Buffer> {
  return await sharp(Buffer.from(bannerSvg(brand, size)))
    .png({ compressionLevel: 1 })
    .toBuffer();
}

type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** Layout of a banner in pixels. */
type Composition = {
  readonly mark: { readonly x: number; readonly y: number; readonly size: number };
  readonly headline: Box & { readonly maxLines: number; readonly maxSize: number };
  /** Size of the line below the headline. null if it does not fit. */
  readonly sublineSize: number | null;
  readonly button: {
    readonly x: number;
    readonly y: number;
    readonly height: number;
    readonly anchor: 'left' | 'right' | 'fill';
  } | null;
  readonly motif: { readonly x: number; readonly y: number; readonly size: number };
};

function compose({ width, height }: BannerSize): Composition {
  if (height < 95) {
    return {
      mark: { x: 22, y: 31, size: 17 },
      headline: { x: 22, y: 40, width: width * 0.54, height: 36, maxLines: 1, maxSize: 30 },
      sublineSize: null,
      button: { x: width - 20, y: height / 2 - 19, height: 38, anchor: 'right' },
      motif: { x: width * 0.6, y: -8, size: 106 },
    };
  }
  if (height < 120) {
    return {
      mark: { x: 14, y: 26, size: 14 },
      headline: { x: 14, y: 36, width: width * 0.6, height: 52, maxLines: 2, maxSize: 26 },
      sublineSize: null,
      button: null,
      motif: { x: width - 112, y: -2, size: 106 },
    };
  }
  if (width > height * 2) {
    return {
      mark: { x: 48, y: 52, size: 25 },
      headline: { x: 48, y: 70, width: width * 0.5, height: 88, maxLines: 2, maxSize: 54 },
      sublineSize: 17,
      button: { x: 48, y: height - 54, height: 36, anchor: 'left' },
      motif: { x: width - 330, y: 12, size: 226 },
    };
  }
  if (width > height) {
    return {
      mark: { x: 20, y: 38, size: 18 },
      headline: { x: 20, y: 52, width: width - 40, height: 62, maxLines: 2, maxSize: 31 },
      sublineSize: null,
      button: { x: 20, y: height - 52, height: 34, anchor: 'left' },
      motif: { x: width - 148, y: height - 138, size: 134 },
    };
  }
  if (width < 200) {
    return {
      mark: { x: 15, y: 42, size: 15 },
      headline: { x: 15, y: 64, width: width - 30, height: 190, maxLines: 6, maxSize: 34 },
      sublineSize: null,
      button: { x: 14, y: height - 56, height: 36, anchor: 'fill' },
      motif: { x: -8, y: 328, size: 176 },
    };
  }
  return {
    mark: { x: 28, y: 58, size: 25 },
    headline: { x: 28, y: 86, width: width - 56, height: 150, maxLines: 4, maxSize: 46 },
    sublineSize: 15,
    button: { x: 28, y: height - 68, height: 44, anchor: 'fill' },
    motif: { x: 18, y: 276, size: 248 },
  };
}

function bannerSvg(brand: BannerDesign, size: BannerSize): string {
  const layout = compose(size);
  const { motif } = layout;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="0 0 ${size.width} ${size.height}">
    ${drawBackdrop(brand.style, size)}
    <g transform="translate(${motif.x} ${motif.y}) scale(${motif.size / 200})">${drawMotif(brand.style)}</g>
    ${drawMark(brand, layout)}
    ${drawWords(brand, layout)}
    ${drawButton(brand, size, layout)}
    <rect x=".5" y=".5" width="${size.width - 1}" height="${size.height - 1}" fill="none" stroke="#000000" stroke-opacity=".14"/>
  </svg>`;
}

/** Draws a disc with the brand's first letter, and the name. */
function drawMark({ name, style }: BannerDesign, { mark }: Composition): string {
  const letter: TextStyle = { typeface: style.typeface, size: mark.size * 0.86 };
  const initial = name.slice(0, 1);
  const radius = mark.size * 0.62;
  const middle = mark.y - mark.size * 0.34;
  const left = mark.x + radius - textWidth(initial, letter) / 2;
  const nameStyle: TextStyle = {
    typeface: style.typeface,
    size: mark.size,
    tracking: style.typeface === 'poster' ? 0.06 : 0.01,
  };
  return `
    <circle cx="${mark.x + radius}" cy="${middle}" r="${radius}" fill="${style.ink}"/>
    <path d="${textPath(initial, letter, left, middle + mark.size * 0.3)}" fill="${style.from}"/>
    <path d="${textPath(name, nameStyle, mark.x + radius * 2 + mark.size * 0.4, mark.y)}" fill="${style.ink}"/>`;
}

function drawWords({ headline, subline, style }: BannerDesign, layout: Composition): string {
  const box = layout.headline;
  const maxSize = style.typeface === 'poster' ? box.maxSize * 1.25 : box.maxSize;
  const fitted = fitText(headline, { typeface: style.typeface }, { ...box, maxSize });
  const first = box.y + fitted.size * 0.8;
  const lines = fitted.lines.map((line, index) =>
    textPath(line, { typeface: style.typeface, size: fitted.size }, box.x, first + index * fitted.lineHeight),
  );
  const last = first + (fitted.lines.length - 1) * fitted.lineHeight;
  if (layout.sublineSize === null) return `<path d="${lines.join('')}" fill="${style.ink}"/>`;
  const below = fitText(
    subline,
    { typeface: 'sans' },
    { width: box.width, height: 60, maxLines: 2, maxSize: layout.sublineSize },
  );
  const small = below.lines.map((line, index) =>
    textPath(
      line,
      { typeface: 'sans', size: below.size },
      box.x,
      last + below.size * 1.9 + index * below.lineHeight * 1.15,
    ),
  );
  return `<path d="${lines.join('')}" fill="${style.ink}"/><path d="${small.join('')}" fill="${style.ink}" opacity=".82"/>`;
}

function drawButton({ button: label, style }: BannerDesign, size: BannerSize, { button }: Composition): string {
  if (button === null) return '';
  const text: TextStyle = { typeface: 'sans', size: button.height * 0.4 };
  const capacity = size.width - 2 * button.x;
  const width = button.anchor === 'fill' ? capacity : textWidth(label, text) + button.height;
  const left = button.anchor === 'right' ? button.x - width : button.x;
  const fitted = fitText(
    label,
    { typeface: 'sans' },
    { width: width - 16, height: 60, maxLines: 1, maxSize: text.size },
  );
  const letters: TextStyle = { typeface: 'sans', size: fitted.size };
  const start = left + (width - textWidth(label, letters)) / 2;
  return `
    <rect x="${left}" y="${button.y}" width="${width}" height="${button.height}" rx="${button.height / 2}" fill="${style.button}"/>
    <path d="${textPath(label, letters, start, button.y + button.height / 2 + fitted.size * 0.35)}" fill="${style.buttonInk}"/>`;
}
