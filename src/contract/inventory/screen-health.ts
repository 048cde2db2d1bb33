import { z } from 'zod';
import { screenConditions } from '../../core/vocabulary/screen-conditions.ts';
import { pageQuery, severalOf } from '../common/common.ts';

const instant = (description: string) => z.string().meta({ description, example: '2026-12-01T08:00:00.000Z' });
const count = (description: string, example: number) => z.number().meta({ description, example });

/** Kinds of faults in the play chain of a screen. Source: docs/decisions/0116-play-chains.md. */
export const playFindingKinds = ['missing', 'altered', 'reordered', 'edited'] as const;

const findingView = z.strictObject({
  kind: z.enum(playFindingKinds).meta({
    description:
      '`missing`: the record was never reported. `altered`: the record does not follow the preceding record, because that record was edited or a record between them was removed. `reordered`: the record follows a record that is now at another position of the chain. `edited`: two versions of the record were reported.',
    example: 'missing',
  }),
  fromSequence: count('First affected record', 17),
  toSequence: count('Last affected record', 17),
  foundAt: instant('Time at which the fault was found. Null if the missing records may still arrive.').nullable(),
});

const describeConditions = [
  '`wrong_clock`: the clock is at least 5 minutes off, so plays may be rejected.',
  '`records_changed`: a play record was edited, moved or removed.',
  '`files_missing`: the screen could not fetch files that it should play.',
  '`not_seen`: no request for 26 hours',
].join(' ');

const chainView = z.strictObject({
  chainId: count('Chain', 12),
  firstToldAt: instant('Time of the first received batch of the chain'),
  lastToldAt: instant('Time of the latest received batch of the chain'),
  records: count('Number of distinct records received', 8_640),
  lastSequence: count('Highest sequence number of a record', 8_640),
  headSequence: count('Sequence number up to which no record is missing', 8_640),
  headHash: z
    .string()
    .nullable()
    .meta({
      description: 'SHA-256 of that record. Null if there is none, or if it is no longer stored.',
      example: 'ab'.repeat(32),
    }),
  findings: z.array(findingView).meta({ description: 'Faults in the order of the records, at most 100' }),
  findingCount: count('Total number of faults', 0),
});

const deviceId = z.string().meta({ description: 'ID of the device, as reported by its player', example: 'hall-1' });
const clockAheadMs = z.number().nullable().meta({
  description:
    "Milliseconds by which the screen's clock is ahead of the server's clock. Negative: behind. Null if the screen did not report its time.",
  example: 1_200,
});

const screenView = z.strictObject({
  deviceId,
  lastSeenAt: instant(
    'Time of the latest playlist request or report of plays. Null if there was none since this time is recorded.',
  ).nullable(),
  clockAheadMs,
  hasWrongClock: z
    .boolean()
    .meta({ description: 'Whether the clock is at least 5 minutes off, so that plays may be rejected' }),
  missingFiles: z.array(z.string()).meta({
    description: 'Files that the screen could not fetch, at most 10',
    example: ['https://ads.example/media/1/a.png'],
  }),
  chains: z.array(chainView).meta({ description: 'Play chains, newest first' }),
});

/** The screens that played at a position. */
export const positionScreensView = z
  .strictObject({
    positionId: count('Position', 12),
    screens: z.array(screenView).meta({ description: 'Screens, ordered by ID' }),
  })
  .meta({ id: 'PositionScreens' });
/** An object of `positionScreensView`. */
export type PositionScreensView = z.output<typeof positionScreensView>;

/** Filters and page of `GET /inventory/screens`. */
export const unhealthyScreensQuery = z.strictObject({
  ...pageQuery(),
  condition: severalOf(z.enum(screenConditions), 'Condition of the screen', 'wrong_clock'),
});
/** A valid `unhealthyScreensQuery`. */
export type UnhealthyScreensQuery = z.output<typeof unhealthyScreensQuery>;

/** A screen that needs attention. Source: docs/decisions/0134-screens-needing-attention.md. */
export const unhealthyScreenView = z
  .strictObject({
    positionId: count('Position', 12),
    slotName: z.string().meta({ description: 'Slot name of the position', example: '_hall_-screen' }),
    deviceId,
    lastSeenAt: instant('Time of the latest playlist request or report of plays'),
    clockAheadMs,
    conditions: z
      .array(z.enum(screenConditions))
      .min(1)
      .meta({
        description: `Conditions of the screen, most severe first. ${describeConditions}`,
        example: ['wrong_clock'],
      }),
  })
  .meta({ id: 'UnhealthyScreen' });
/** An object of `unhealthyScreenView`. */
export type UnhealthyScreen = z.output<typeof unhealthyScreenView>;
