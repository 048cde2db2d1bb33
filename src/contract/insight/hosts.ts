import { z } from 'zod';

const engineState = z.enum(['ok', 'away', 'unused']).meta({ description: '`unused`: this deployment does without it' });
const instant = (description: string) => z.string().meta({ description, example: '2026-11-21T09:00:00.000Z' });
const count = (description: string, example: number) => z.number().int().meta({ description, example });

const engine = z.strictObject({
  name: z.enum(['postgresql', 'redis', 'store']).meta({ description: 'Which one' }),
  state: engineState,
  version: z.string().nullable().meta({ description: 'As it says; null: not known', example: '18.1' }),
  usedBytes: z.number().nullable().meta({ description: 'Database on disk, memory of Redis; null: not known' }),
});

const hostProcess = z.strictObject({
  id: z.string().meta({ description: 'Delivery process', example: 'delivery-0' }),
  pid: count('Number of the process', 4711),
  revision: count('What it serves', 42),
  seenAt: instant('When it last showed life'),
  startedAt: instant('Since when it counts').nullable(),
  adRequests: count('Ad requests that were decided', 120_000),
  filledSlots: count('Slots that got an ad', 110_000),
  emptySlots: count('Slots that got none', 10_000),
  events: count('Events in its journal, also those that are set aside', 90_000),
  refusedEvents: count('Events that could not be kept: who sent them was told to repeat them', 0),
  memoryBytes: count('Memory that it takes', 180_000_000),
});

const host = z.strictObject({
  name: z.string().meta({ description: 'Name among all hosts', example: 'ads-1-3f9a2c1b' }),
  roles: z.array(z.enum(['management', 'delivery', 'worker'])).meta({ description: 'What it serves' }),
  version: z.string().nullable().meta({ description: 'Of its program; null: it is older than this', example: '0.1.0' }),
  pid: z.number().nullable().meta({ description: 'Number of the process that keeps the others', example: 4710 }),
  startedAt: instant('When it began'),
  seenAt: instant('When it last showed life'),
  draining: z.boolean().meta({ description: 'It was told to end' }),
  restarts: count('How often one of its delivery processes has ended and was started again', 0),
  memoryBytes: z.number().nullable().meta({ description: 'Memory of that process', example: 200_000_000 }),
  engines: z
    .strictObject({ redis: engineState, store: engineState })
    .meta({ description: 'As this host finds them; while one is away it goes on by what it knows' }),
  journal: z
    .strictObject({
      bytes: count('In its journal', 1_048_576),
      handedOverTo: instant(
        'Up to when everything is handed over to workers; null: they read it where it is',
      ).nullable(),
    })
    .nullable()
    .meta({ description: 'Of a host that delivers' }),
  processes: z.array(hostProcess).meta({ description: 'Its delivery processes' }),
});

/** How everything runs at this moment. Source: product 14. */
export const hostsView = z
  .strictObject({
    revision: count('The newest', 42),
    countedTo: instant('Up to when every event is in reports; null: nothing was counted yet').nullable(),
    engines: z.array(engine).meta({ description: 'As the host finds them that answers' }),
    work: z
      .array(
        z.strictObject({
          name: z.string().meta({ description: 'What one worker does at a time', example: 'publisher' }),
          host: z.string().meta({ description: 'Who does it', example: 'work-1-77aa01cd' }),
          since: instant('Since when'),
        }),
      )
      .meta({ description: 'What is leased' }),
    hosts: z.array(host).meta({ description: 'All that show life; none while Redis is away and nobody can say so' }),
  })
  .meta({ id: 'Hosts' });
export type HostsView = z.output<typeof hostsView>;
