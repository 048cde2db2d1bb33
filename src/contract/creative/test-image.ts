import { z } from 'zod';
import { testImagePixels } from '../../core/vocabulary/limits/creative-limits.ts';
import { integerText } from '../common/common.ts';

const pixels = (what: string, example: number) =>
  integerText(testImagePixels.min, testImagePixels.max).meta({
    description: `${what} in pixels, from ${testImagePixels.min} to ${testImagePixels.max}`,
    example,
    integerText: true,
  });

/** Query of `GET /test-image`. */
export const testImageQuery = z.strictObject({ width: pixels('Width', 300), height: pixels('Height', 250) });
/** Valid `testImageQuery`. */
export type TestImageQuery = z.output<typeof testImageQuery>;
