import { z } from 'zod';
import { creativeCheckCodes, creativeChecks } from '../core/words/creative-checks.ts';

const codes = creativeCheckCodes.map((code) => `${code} (${creativeChecks[code].severity})`).join(', ');

/** One thing that is wrong with a creative. Source: src/core/words/creative-checks.ts. */
export const creativeCheckView = z
  .strictObject({
    code: z.enum(creativeCheckCodes).meta({ description: `One of ${codes}`, example: 'MISSING_CLICK' }),
    severity: z.enum(['error', 'warning']).meta({
      description: 'error: it cannot be approved; warning: a reviewer weighs it',
      example: 'warning',
    }),
    message: z.string().meta({ description: 'The same, for people', example: creativeChecks.MISSING_CLICK.says }),
  })
  .meta({ id: 'CreativeCheck' });
