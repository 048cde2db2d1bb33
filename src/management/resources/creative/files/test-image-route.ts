import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { type TestImageQuery, testImageQuery } from '../../../../contract/creative/test-image.ts';
import { operationSchema } from '../../../api/resource/operation-schema.ts';

/** Registers `GET /test-image`: an image to test a position with. */
export function registerTestImageRoutes(app: FastifyInstance): void {
  app.get('/test-image', {
    config: { scope: 'creatives:write' },
    schema: operationSchema({
      tag: 'Creatives',
      operationId: 'getTestImage',
      summary: 'Retrieve a test image',
      description: 'Draws a PNG image of the given size that names its size. Nothing is stored.',
      scope: 'creatives:write',
      querystring: testImageQuery,
      answers: 'file',
      view: z.string(),
      files: ['image/png'],
    }),
    async handler(request, reply) {
      // Loaded only when it is used, because it includes image and font libraries.
      const { drawTestImage } = await import('../../../../platform/media/banner/draw-test-image.ts');
      return reply.type('image/png').send(await drawTestImage(request.query as TestImageQuery));
    },
  });
}
