import { z } from 'zod';
import { creativeCheckCodes, creativeChecks } from '../../core/words/creative-checks.ts';

const codes = creativeCheckCodes.map((code) => `${code} (${creativeChecks[code].severity})`).join(', ');

/** What came of the addresses of third parties that a creative needs. Source: docs/decisions/0063-third-party-addresses.md. */
export const addressCheckView = z
  .strictObject({
    checkedAt: z.string().meta({ description: 'RFC 3339, UTC', example: '2026-11-22T09:00:00.000Z' }),
    steps: z
      .array(
        z.strictObject({
          url: z.string().meta({
            description:
              'What was fetched: an address of the creative, a redirect, or a document that another one wraps',
            example: 'https://other.example/vast',
          }),
          status: z
            .number()
            .nullable()
            .meta({ description: 'Status of the answer; null: there was none', example: 200 }),
          code: z.enum(creativeCheckCodes).nullable().meta({
            description: 'What was wrong, as in `checks`; null: nothing',
            example: null,
          }),
        }),
      )
      .meta({ description: 'In their order' }),
  })
  .meta({ id: 'AddressCheck' });

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
