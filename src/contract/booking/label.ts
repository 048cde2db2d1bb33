import { z } from 'zod';
import { exclusionLabelPattern, maxLabelLength, maxLabels } from '../../core/vocabulary/limits/inventory-limits.ts';
import { fieldMessage } from '../common/field-message.ts';

const labelSchema = z.string().regex(exclusionLabelPattern, {
  error: fieldMessage('labelCharacters', { max: maxLabelLength }),
});

/** Exclusion labels, without duplicates, compared exactly. Source: product decisions 5.4. */
export const exclusionLabelsSchema = z
  .array(labelSchema)
  .max(maxLabels, { error: fieldMessage('maxEntries', { count: maxLabels }) })
  .refine((labels) => new Set(labels).size === labels.length, { error: fieldMessage('noDuplicates') });
