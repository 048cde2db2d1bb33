import { expect, test } from 'vitest';
import { categoriesSchema } from '../common/common.ts';
import { exclusionLabelsSchema } from './label.ts';

test.each([
  ['free text', ['Red wine', 'coffee'], true, false],
  ['identifiers', ['cars', 'red_wine'], true, true],
  ['a repeated entry', ['cars', 'cars'], false, false],
  ['an empty entry', [''], false, false],
])(
  'categories of brands and exclusion labels of bookings have their own rules: %s',
  (_, list, isCategories, isLabels) => {
    expect(categoriesSchema.safeParse(list).success).toBe(isCategories);
    expect(exclusionLabelsSchema.safeParse(list).success).toBe(isLabels);
  },
);
