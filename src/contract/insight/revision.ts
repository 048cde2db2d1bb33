import { z } from 'zod';

/** One committed change of the configuration and where it serves. Source: architecture 3. */
export const revisionView = z
  .strictObject({
    revision: z.number().meta({ description: 'Number of the revision; every change has its own', example: 42 }),
    createdAt: z.string().meta({ description: 'RFC 3339, UTC', example: '2026-11-21T09:00:00.000Z' }),
    actor: z.string().meta({ description: 'Who made the change', example: 'service-account:7' }),
    summary: z.string().meta({ description: 'What was done', example: 'update bookings 12' }),
    live: z
      .strictObject({
        on: z.number().meta({ description: 'Delivery processes that serve it, or a newer one', example: 2 }),
        of: z.number().meta({ description: 'Delivery processes that show life', example: 2 }),
      })
      .meta({ description: 'Live on n of n' }),
    processes: z
      .array(
        z.strictObject({
          id: z.string().meta({ description: 'Delivery process', example: 'delivery-0' }),
          host: z.string().meta({ description: 'Host on which it runs', example: 'ads-1-3f9a2c1b' }),
          revision: z.number().meta({ description: 'What it serves', example: 42 }),
          at: z.string().meta({ description: 'When it last said so', example: '2026-11-21T09:00:00.000Z' }),
        }),
      )
      .meta({ description: 'Every delivery process that shows life' }),
  })
  .meta({ id: 'Revision' });
