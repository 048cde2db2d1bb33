import { z } from 'zod';

/** A committed revision of the configuration and the processes that serve it. Source: architecture 3. */
export const revisionView = z
  .strictObject({
    revision: z.number().meta({ description: 'Number of the revision. Every change creates a revision.', example: 42 }),
    createdAt: z.string().meta({ description: 'RFC 3339, UTC', example: '2026-11-21T09:00:00.000Z' }),
    actor: z.string().meta({ description: 'Author of the change', example: 'service-account:7' }),
    summary: z.string().meta({ description: 'Summary of the change', example: 'update bookings 12' }),
    live: z
      .strictObject({
        on: z.number().meta({ description: 'Delivery processes that serve this or a newer revision', example: 2 }),
        of: z.number().meta({ description: 'Delivery processes with a current heartbeat', example: 2 }),
      })
      .meta({ description: 'Number of delivery processes that serve the revision' }),
    processes: z
      .array(
        z.strictObject({
          id: z.string().meta({ description: 'Delivery process', example: 'delivery-0' }),
          host: z.string().meta({ description: 'Host of the process', example: 'ads-1-3f9a2c1b' }),
          revision: z.number().meta({ description: 'Revision that the process serves', example: 42 }),
          at: z.string().meta({ description: 'Time of the last report', example: '2026-11-21T09:00:00.000Z' }),
        }),
      )
      .meta({ description: 'All delivery processes with a current heartbeat' }),
  })
  .meta({ id: 'Revision' });
