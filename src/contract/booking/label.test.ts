import { expect, test } from 'vitest';
import { categoriesSchema } from '../common/common.ts';
import { exclusionLabelsSchema } from './label.ts';

test.each([
  ['free text', ['Red wine', 'coffee'], true, false],
  ['identifiers', ['cars', 'red_wine'], true, true],
  ['duplicate entry', ['cars', 'cars'], false, false],
  ['empty entry', [''], false, false],
])('brand categories and exclusion labels follow separate rules: %s', (_, list, isCategories, isLabels) => {
  expect(categoriesSchema.safeParse(list).success).toBe(isCategories);
  expect(exclusionLabelsSchema.safeParse(list).success).toBe(isLabels);
});
