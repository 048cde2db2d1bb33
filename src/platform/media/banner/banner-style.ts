import type { Typeface } from './banner-letters.ts';

export type MotifName = 'bicycle' | 'coffee' | 'bowl' | 'ferry' | 'cabin' | 'armchair' | 'blocks' | 'vases';
export type BackdropName = 'rings' | 'arcs' | 'sea' | 'night' | 'plain' | 'confetti' | 'panel';

/** Style of a brand's banners. Colors are CSS hex. */
export type BannerStyle = {
  readonly typeface: Typeface;
  /** Background gradient, from top left to bottom right. */
  readonly from: string;
  readonly to: string;
  /** Text color. */
  readonly ink: string;
  readonly accent: string;
  readonly button: string;
  readonly buttonInk: string;
  readonly backdrop: BackdropName;
  readonly motif: MotifName;
};
