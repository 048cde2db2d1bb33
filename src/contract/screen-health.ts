import { z } from 'zod';

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

const screenView = z.strictObject({
  deviceId: z.string().meta({ description: 'As its player names it', example: 'hall-1' }),
  lastSeenAt: instant('When it last asked for a playlist or told of plays; null: not since this is noted').nullable(),
  clockAheadMs: z.number().nullable().meta({
    description: 'How far its clock is ahead of ours, below 0: behind; null: it did not say',
    example: 1_200,
  }),
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
