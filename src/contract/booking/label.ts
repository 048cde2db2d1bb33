import { z } from 'zod';
import { maxLabelLength, maxLabels } from '../../core/words/limits.ts';

const labelSchema = z.string().regex(new RegExp(`^[A-Za-z0-9_-]{1,${maxLabelLength}}$`), {
  error: `must be 1 to ${maxLabelLength} characters of a-z, A-Z, 0-9, _ and -`,
});

/** Exclusion labels, each once, compared exactly. Source: product decisions 5.4. */
export const exclusionLabelsSchema = z
  .array(labelSchema)
  .max(maxLabels, { error: `must have at most ${maxLabels} entries` })
  .refine((labels) => new Set(labels).size === labels.length, { error: 'must not name a label twice' });
