import { z } from 'zod';

const engineState = z
  .enum(['ok', 'away', 'unused'])
  .meta({ description: 'State of a component. `unused`: this deployment does not use it.' });
const instant = (description: string) => z.string().meta({ description, example: '2026-11-21T09:00:00.000Z' });
const count = (description: string, example: number) => z.number().int().meta({ description, example });

const engine = z.strictObject({
  name: z.enum(['postgresql', 'redis', 'store']).meta({ description: 'Name of the component' }),
  state: engineState,
  version: z
    .string()
    .nullable()
    .meta({ description: 'Version that the component reports. Null if unknown.', example: '18.1' }),
  usedBytes: z
    .number()
    .nullable()
    .meta({ description: 'Used bytes: disk space of the database, memory of Redis. Null if unknown.' }),
});

const hostProcess = z.strictObject({
  id: z.string().meta({ description: 'Delivery process', example: 'delivery-0' }),
  pid: count('Process ID', 4711),
  revision: count('Revision that the process serves', 42),
  seenAt: instant('Time of the last heartbeat'),
  startedAt: instant('Start of the counts').nullable(),
  adRequests: count('Number of decided ad requests', 120_000),
  filledSlots: count('Number of slots that received an ad', 110_000),
  emptySlots: count('Number of slots that received no ad', 10_000),
  events: count('Number of events in the journal, including filtered events', 90_000),
  refusedEvents: count('Number of events that could not be stored. The sender was asked to retry them.', 0),
  memoryBytes: count('Memory of the process in bytes', 180_000_000),
});

const host = z.strictObject({
  name: z.string().meta({ description: 'Unique name of the host', example: 'ads-1-3f9a2c1b' }),
  roles: z.array(z.enum(['management', 'delivery', 'worker'])).meta({ description: 'Roles of the host' }),
  version: z.string().nullable().meta({
    description: 'Version of Placard on the host. Null if the host runs a version that does not report it.',
    example: '0.1.0',
  }),
  pid: z.number().nullable().meta({ description: 'Process ID of the supervisor. Null if unknown.', example: 4710 }),
  startedAt: instant('Start time'),
  seenAt: instant('Time of the last heartbeat'),
  draining: z.boolean().meta({ description: 'Whether the host is shutting down' }),
  restarts: count('Number of restarts of its delivery processes', 0),
  memoryBytes: z
    .number()
    .nullable()
    .meta({ description: 'Memory of the supervisor in bytes. Null if unknown.', example: 200_000_000 }),
  engines: z.strictObject({ redis: engineState, store: engineState }).meta({
    description:
      'State of the components as seen from this host. While a component is unreachable, the host continues with the data it has.',
  }),
  journal: z
    .strictObject({
      bytes: count('Size of the journal in bytes', 1_048_576),
      handedOverTo: instant(
        'Time up to which all events were transferred to workers. Null if workers read the journal directly.',
      ).nullable(),
    })
    .nullable()
    .meta({ description: 'Journal of the host. Null if the host does not deliver.' }),
  processes: z.array(hostProcess).meta({ description: 'Delivery processes of the host' }),
});

/** Current state of the system. Source: product 14. */
export const hostsView = z
  .strictObject({
    revision: count('Latest revision', 42),
    countedTo: instant(
      'Time up to which all events are included in reports. Null if no events have been counted yet.',
    ).nullable(),
    engines: z.array(engine).meta({ description: 'State of the components as seen from the responding host' }),
    work: z
      .array(
        z.strictObject({
          name: z.string().meta({ description: 'Name of the exclusive job', example: 'publisher' }),
          host: z.string().meta({ description: 'Host of the worker that holds the lease', example: 'work-1-77aa01cd' }),
          since: instant('Time since which the host holds the lease'),
        }),
      )
      .meta({ description: 'Leases of exclusive jobs' }),
    hosts: z.array(host).meta({ description: 'All hosts with a current heartbeat. Empty while Redis is unreachable.' }),
  })
  .meta({ id: 'Hosts' });
export type HostsView = z.output<typeof hostsView>;
