import { z } from 'zod';
import { defaultPreviewLinkSeconds, maxPreviewLinkSeconds } from '../../core/words/limits.ts';
import { instantSchema, integerText } from '../common/common.ts';

/** A link that lives for less would be over before it is opened. */
const minPreviewLinkSeconds = 60;

/** The query of `GET /creatives/{id}/preview-link`. */
export const previewLinkQuery = z.strictObject({
  lifeSeconds: integerText(minPreviewLinkSeconds, maxPreviewLinkSeconds)
    .default(defaultPreviewLinkSeconds)
    .meta({ description: 'How long the link works', example: defaultPreviewLinkSeconds, integerText: true }),
  version: z.enum(['current', 'pending']).default('current').meta({
    description: 'current: what the creative is now; pending: its new version that waits for review',
    example: 'current',
  }),
  at: instantSchema.optional().meta({
    description:
      'A moment of the past: the creative as it was then, when it was approved; default, and for any in the future: as it is now',
    example: '2026-11-20T18:00:00Z',
  }),
});
/** A valid `previewLinkQuery`. */
export type PreviewLinkQuery = z.output<typeof previewLinkQuery>;

/** A link that shows a creative as it is now to whoever has it. Source: wire-protocol 1 and 5.4. */
export const previewLinkView = z
  .strictObject({
    creativeId: z.number().meta({ description: 'The creative', example: 12 }),
    url: z.string().meta({
      description: 'A page that shows it, on the delivery listener',
      example: 'http://localhost:8081/creatives/preview/MTc5NQ.2fX8q0mJ1uVwKc3nZrT5YQ',
    }),
    frameUrl: z.string().meta({
      description: 'The creative alone, for a frame in a page of yours; it can reach nothing around it',
      example: 'http://localhost:8081/creatives/preview/frame/MTc5NQ.2fX8q0mJ1uVwKc3nZrT5YQ',
    }),
    previewId: z.string().meta({
      description:
        'What a page of yours takes to show it in place: its parameter `adhesePreviewCreativeId`, or `id` of `/creatives/preview/json/tag.do`',
      example: 'MTc5NQ.2fX8q0mJ1uVwKc3nZrT5YQ',
    }),
    revision: z.number().nullable().meta({
      description: 'Revision of the configuration that it is of; null: the creative as it is now',
      example: null,
    }),
    expiresAt: z.string().meta({ description: 'Until when', example: '2026-11-28T09:00:00.000Z' }),
  })
  .meta({ id: 'PreviewLink' });
/** An object of `previewLinkView`. */
export type PreviewLinkView = z.output<typeof previewLinkView>;
