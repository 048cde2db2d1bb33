/** Smallest contrast of text, for normal sizes. Source: WCAG 2.2, success criterion 1.4.3. */
export const minTextContrast = 4.5;

/** Page backgrounds on which the accent color is text: the ground of the light theme, and panels of the dark theme. */
const lightGround = '#f7f6f3';
const darkPanel = '#1c2027';
const white = '#ffffff';
const black = '#000000';
/** Contrast of links in the dark theme. */
const darkLinkContrast = 7;
const searchSteps = 256;

/** `#rrggbb`, in lower case. */
export const accentColorPattern = /^#[0-9a-f]{6}$/;

/** Contrast of an accent color with white text on it, and with the page background. */
export type AccentContrast = { readonly whiteText: number; readonly background: number };

/** The accent color of the product. */
export const defaultAccentColor = '#0b57a4';

/** Returns the contrast of an accent color in the light theme, which uses it unchanged. */
export function accentContrast(color: string): AccentContrast {
  return { whiteText: contrastOf(color, white), background: contrastOf(color, lightGround) };
}

/** Whether white text on the color, and the color on the page background, are readable. */
export function isReadableAccent(color: string): boolean {
  const { whiteText, background } = accentContrast(color);
  return whiteText >= minTextContrast && background >= minTextContrast;
}

/** Returns the color itself if it is readable. Otherwise the nearest darker color of the same hue that is. */
export function nearestAccent(color: string): string {
  return firstMix(color, black, isReadableAccent);
}

/**
 * Returns ten shades from light to dark. Shade 6 is the color itself, for the light theme. The dark theme uses shade 5
 * for buttons, the lightest with readable white text, and shades 0 to 3 for text.
 */
export function accentShades(color: string): readonly string[] {
  const button = buttonShade(color);
  const link = firstMix(color, white, (shade) => contrastOf(shade, darkPanel) >= darkLinkContrast);
  return [
    mix(link, white, 0.85),
    mix(link, white, 0.7),
    mix(link, white, 0.2),
    link,
    mix(button, link, 0.5),
    button,
    color,
    mix(color, black, 0.12),
    mix(color, black, 0.28),
    mix(color, black, 0.42),
  ];
}

/** The lightest shade with readable white text. */
function buttonShade(color: string): string {
  let lightest = color;
  for (let step = 1; step <= searchSteps; step += 1) {
    const shade = mix(color, white, step / searchSteps);
    if (contrastOf(shade, white) < minTextContrast) return lightest;
    lightest = shade;
  }
  return lightest;
}

/** Returns the first color on the way to another one that satisfies the condition. */
function firstMix(color: string, other: string, isEnough: (color: string) => boolean): string {
  for (let step = 0; step < searchSteps; step += 1) {
    const mixed = mix(color, other, step / searchSteps);
    if (isEnough(mixed)) return mixed;
  }
  return other;
}

function mix(color: string, other: string, share: number): string {
  const [from, to] = [channelsOf(color), channelsOf(other)];
  const mixed = from.map((channel, index) => Math.round(channel + ((to[index] ?? 0) - channel) * share));
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** Contrast ratio, 1 to 21. Source: WCAG 2.2, contrast ratio. */
function contrastOf(color: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(color), luminanceOf(other)].toSorted((one, two) => one - two);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Relative luminance, 0 to 1. Source: WCAG 2.2, relative luminance. */
function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(color).map((channel) => {
    const value = channel / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function channelsOf(color: string): readonly number[] {
  return [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16));
}
