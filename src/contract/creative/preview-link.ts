import { z } from 'zod';
import { defaultPreviewLinkSeconds, maxPreviewLinkSeconds } from '../../core/vocabulary/limits/creative-limits.ts';
import { instantSchema, integerText } from '../common/common.ts';

/** Shortest lifetime of a preview link in seconds. A shorter link could expire before it is opened. */
const minPreviewLinkSeconds = 60;

/** Query of `GET /creatives/{id}/preview-link`. */
export const previewLinkQuery = z.strictObject({
  lifeSeconds: integerText(minPreviewLinkSeconds, maxPreviewLinkSeconds)
    .default(defaultPreviewLinkSeconds)
    .meta({ description: 'Lifetime of the link in seconds', example: defaultPreviewLinkSeconds, integerText: true }),
  version: z.enum(['current', 'pending']).default('current').meta({
    description: 'Version to show. `current`: the current version. `pending`: the new version that waits for review.',
    example: 'current',
  }),
  at: instantSchema.optional().meta({
    description:
      'Time of the version to show: the version that was approved at that time. Default, and for a future time: the current version.',
    example: '2026-11-20T18:00:00Z',
  }),
});
/** A valid `previewLinkQuery`. */
export type PreviewLinkQuery = z.output<typeof previewLinkQuery>;

/** A link that shows a creative to everyone who has the link. Source: wire-protocol 1 and 5.4. */
export const previewLinkView = z
  .strictObject({
    creativeId: z.number().meta({ description: 'Creative', example: 12 }),
    url: z.string().meta({
      description: 'URL of a page on the delivery listener that shows the creative',
      example: 'http://localhost:8081/creatives/preview/MTc5NQ.2fX8q0mJ1uVwKc3nZrT5YQ',
    }),
    frameUrl: z.string().meta({
      description: 'URL of the creative alone, for a frame in your page. It is isolated from the page.',
      example: 'http://localhost:8081/creatives/preview/frame/MTc5NQ.2fX8q0mJ1uVwKc3nZrT5YQ',
    }),
    previewId: z.string().meta({
      description:
        'Value that makes your page show the creative at its position: parameter `adhesePreviewCreativeId` of the page, or `id` of `/creatives/preview/json/tag.do`',
      example: 'MTc5NQ.2fX8q0mJ1uVwKc3nZrT5YQ',
    }),
    revision: z.number().nullable().meta({
      description: 'Revision of the configuration of the shown version. Null for the current version.',
      example: null,
    }),
    expiresAt: z.string().meta({ description: 'Expiry of the link', example: '2026-11-28T09:00:00.000Z' }),
  })
  .meta({ id: 'PreviewLink' });
/** An object of `previewLinkView`. */
export type PreviewLinkView = z.output<typeof previewLinkView>;
