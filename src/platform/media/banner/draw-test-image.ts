import type { BannerSize } from './banner-backdrops.ts';
import { drawBanner } from './draw-banner.ts';

/**
 * Returns a test image as PNG bytes. It names its size, so that a page shows whether the ad has the expected size.
 * @param size at least 50 pixels in each direction
 */
export function drawTestImage(size: BannerSize): Promise<Buffer> {
  const design = {
    name: 'Placard',
    headline: `Test ad ${size.width} × ${size.height}`,
    subline: 'Replace it with a creative of your advertiser.',
    button: 'It works',
    style: testStyle,
  };
  return drawBanner(design, size);
}

const testStyle = {
  typeface: 'sans',
  from: '#1c2f6b',
  to: '#3f63d6',
  ink: '#ffffff',
  accent: '#ffd166',
  button: '#ffd166',
  buttonInk: '#1c2f6b',
  backdrop: 'rings',
  motif: 'blocks',
} as const;
