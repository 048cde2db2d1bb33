import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { drawBanner } from '../../platform/media/banner/draw-banner.ts';
import { demoFormats } from './demo-account.ts';
import { demoMediaPartners } from './demo-brands.ts';

const brands = demoMediaPartners.flatMap((partner) => partner.brands);

describe('banners of the demo', () => {
  test.each(brands)('of $name are drawn for each format in its size, and all differ', async (brand) => {
    const seen = new Set<string>();
    for (const { width, height } of demoFormats) {
      const banner = await drawBanner(brand, { width, height });
      const { info } = await sharp(banner).raw().toBuffer({ resolveWithObject: true });
      expect([info.width, info.height]).toEqual([width, height]);
      expect(banner.byteLength).toBeLessThan(250_000);
      seen.add(banner.toString('base64'));
    }
    expect(seen.size).toBe(demoFormats.length);
  });

  test('contain their text as outlines, so that no system fonts are required', async () => {
    const [brand] = brands;
    if (brand === undefined) throw new Error('no brand');
    const banner = await drawBanner(brand, { width: 970, height: 250 });
    const { data, info } = await sharp(banner)
      .extract({ left: 40, top: 70, width: 480, height: 90 })
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true });
    // Velmora's headline is almost white on dark green.
    const bright = data.filter((value) => value > 220).length / (info.width * info.height);
    expect(bright).toBeGreaterThan(0.12);
    expect(bright).toBeLessThan(0.5);
  });
});
