/** Sizes of a screen by its diagonal: below 32 inches, below 65 inches, and larger. */
export const screenSizes = ['small', 'medium', 'large'] as const;
/** One of `screenSizes`. */
export type ScreenSize = (typeof screenSizes)[number];

const leastMedium = 32;
const leastLarge = 65;

/** Returns the size of a screen with this diagonal. */
export function screenSizeOf(diagonalInches: number): ScreenSize {
  if (diagonalInches < leastMedium) return 'small';
  return diagonalInches < leastLarge ? 'medium' : 'large';
}
