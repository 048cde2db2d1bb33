import type { Typeface } from './banner-letters.ts';

export type MotifName = 'bicycle' | 'coffee' | 'bowl' | 'ferry' | 'cabin' | 'armchair' | 'blocks' | 'vases';
export type BackdropName = 'rings' | 'arcs' | 'sea' | 'night' | 'plain' | 'confetti' | 'panel';

/** How one brand's banners look. Colours are CSS hex. */
export type BannerStyle = {
  readonly typeface: Typeface;
  /** Background gradient, from top left to bottom right. */
  readonly from: string;
  readonly to: string;
  /** Colour of the words. */
  readonly ink: string;
  readonly accent: string;
  readonly button: string;
  readonly buttonInk: string;
  readonly backdrop: BackdropName;
  readonly motif: MotifName;
};
