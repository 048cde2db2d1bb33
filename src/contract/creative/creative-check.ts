import { z } from 'zod';
import { checkSeverities, creativeCheckCodes, creativeChecks } from '../../core/vocabulary/creative-checks.ts';

const codes = creativeCheckCodes.map((code) => `${code} (${creativeChecks[code].severity})`).join(', ');

/** Result of fetching the third-party URLs of a creative. Source: docs/decisions/0063-third-party-addresses.md. */
export const addressCheckView = z
  .strictObject({
    checkedAt: z.string().meta({ description: 'RFC 3339, UTC', example: '2026-11-22T09:00:00.000Z' }),
    steps: z
      .array(
        z.strictObject({
          url: z.string().meta({
            description: 'Fetched URL: a URL of the creative, a redirect, or a document that another one wraps',
            example: 'https://other.example/vast',
          }),
          status: z
            .number()
            .nullable()
            .meta({ description: 'HTTP status of the response. Null if there was no response.', example: 200 }),
          code: z.enum(creativeCheckCodes).nullable().meta({
            description: 'Code of the problem, as in `checks`. Null if there is none.',
            example: null,
          }),
        }),
      )
      .meta({ description: 'Fetched URLs in the order of the requests' }),
  })
  .meta({ id: 'AddressCheck' });

/** A problem of a creative. Source: src/core/vocabulary/creative-checks.ts. */
export const creativeCheckView = z
  .strictObject({
    code: z.enum(creativeCheckCodes).meta({ description: `Code of the problem: ${codes}`, example: 'MISSING_CLICK' }),
    severity: z.enum(checkSeverities).meta({
      description:
        '`error`: the creative cannot be approved. `warning`: the reviewer decides. `info`: what was done with the files, such as resized images.',
      example: 'warning',
    }),
    message: z
      .string()
      .meta({ description: 'Description of the problem for people', example: creativeChecks.MISSING_CLICK.says }),
  })
  .meta({ id: 'CreativeCheck' });
