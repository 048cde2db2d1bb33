import { z } from 'zod';
import { screenConditions } from '../../core/words/screen-conditions.ts';
import { pageQuery, severalOf } from '../common/common.ts';

const instant = (description: string) => z.string().meta({ description, example: '2026-12-01T08:00:00.000Z' });
const count = (description: string, example: number) => z.number().meta({ description, example });

/** What can be wrong in the chain of a screen. Source: docs/decisions/0116-play-chains.md. */
export const playFindingKinds = ['missing', 'altered', 'reordered', 'edited'] as const;

const findingView = z.strictObject({
  kind: z.enum(playFindingKinds).meta({
    description:
      '`missing`: never told of; `altered`: it was not written after what stands before it now, which was edited, or one between them ' +
      'removed; `reordered`: it was written after a record that stands elsewhere; `edited`: it was told of in two versions',
    example: 'missing',
  }),
  fromSequence: count('The first record that it is about', 17),
  toSequence: count('The last one', 17),
  foundAt: instant('When it was found; null: it may still be filled').nullable(),
});

const describeConditions = [
  '`wrong_clock`: five minutes off or more, so that plays may be refused;',
  '`records_changed`: a record of its plays was edited, moved or removed;',
  '`files_missing`: it could not fetch what it is to play;',
  '`not_seen`: not for 26 hours',
].join(' ');

const chainView = z.strictObject({
  chainId: count('Chain', 12),
  firstToldAt: instant('When the first batch of it came'),
  lastToldAt: instant('When the last batch of it came'),
  records: count('Different records of it that were told of', 8_640),
  lastSequence: count('The highest number of a record', 8_640),
  headSequence: count('Up to this one none is missing', 8_640),
  headHash: z
    .string()
    .nullable()
    .meta({ description: 'SHA-256 of that record; null: there is none, or it is forgotten', example: 'ab'.repeat(32) }),
  findings: z.array(findingView).meta({ description: 'What is wrong, in the order of the records; at most 100' }),
  findingCount: count('All that is wrong', 0),
});

const deviceId = z.string().meta({ description: 'As its player names it', example: 'hall-1' });
const clockAheadMs = z.number().nullable().meta({
  description: 'How far its clock is ahead of ours, below 0: behind; null: it did not say',
  example: 1_200,
});

const screenView = z.strictObject({
  deviceId,
  lastSeenAt: instant('When it last asked for a playlist or told of plays; null: not since this is noted').nullable(),
  clockAheadMs,
  hasWrongClock: z.boolean().meta({ description: 'It is so far off that plays may be refused: five minutes' }),
  missingFiles: z
    .array(z.string())
    .meta({ description: 'Files that it could not fetch, at most 10', example: ['https://ads.example/media/1/a.png'] }),
  chains: z.array(chainView).meta({ description: 'Of its plays, the newest first' }),
});

/** The screens that played at a position. */
export const positionScreensView = z
  .strictObject({
    positionId: count('Position', 12),
    screens: z.array(screenView).meta({ description: 'By their ids' }),
  })
  .meta({ id: 'PositionScreens' });
/** An object of `positionScreensView`. */
export type PositionScreensView = z.output<typeof positionScreensView>;

/** Filters and page of `GET /inventory/screens`. */
export const unhealthyScreensQuery = z.strictObject({
  ...pageQuery(),
  condition: severalOf(z.enum(screenConditions), 'What is the matter with it', 'wrong_clock'),
});
/** A valid `unwellScreensQuery`. */
export type UnhealthyScreensQuery = z.output<typeof unhealthyScreensQuery>;

/** A screen that somebody has to look after. Source: docs/decisions/0134-screens-that-need-somebody.md. */
export const unhealthyScreenView = z
  .strictObject({
    positionId: count('Position', 12),
    slotName: z.string().meta({ description: 'Slot name of the position', example: '_hall_-screen' }),
    deviceId,
    lastSeenAt: instant('When it last asked for a playlist or told of plays'),
    clockAheadMs,
    conditions: z
      .array(z.enum(screenConditions))
      .min(1)
      .meta({ description: `What is the matter, the worst first. ${describeConditions}`, example: ['wrong_clock'] }),
  })
  .meta({ id: 'UnhealthyScreen' });
/** An object of `unwellScreenView`. */
export type UnhealthyScreen = z.output<typeof unhealthyScreenView>;
