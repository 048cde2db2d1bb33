import type { FastifyInstance, FastifyReply } from 'fastify';
import { isReadableAccent } from '../../../../core/vocabulary/color/accent-color.ts';
import type { ManagementServices } from '../../../api/management-services.ts';
import { accentStyle } from './read-branding.ts';

/** A year. The path changes with the content. */
const cacheControl = 'public, max-age=31536000, immutable';
/** An SVG that is opened in a tab runs no script, loads nothing, and has no origin. */
const filePolicy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";

const hidden = { schema: { hide: true } };

/**
 * Serves the logo, the image of the sign-in page and the style sheet of the accent color at `/branding`, to everyone.
 * Paths contain the hash of the content, so that they reveal nothing else. Files that are not in use return 404.
 */
export function serveBranding(app: FastifyInstance, { database }: ManagementServices): void {
  app.get<{ Params: { readonly file: string } }>('/branding/:file', hidden, async (request, reply) => {
    const { file } = request.params;
    const [, digits] = /^accent-([0-9a-f]{6})\.css$/.exec(file) ?? [];
    if (digits !== undefined) return sendAccent(reply, `#${digits}`);
    const found = await database
      .selectFrom('brandingFile')
      .select(['brandingFile.mime', 'brandingFile.content'])
      .where('brandingFile.name', '=', file)
      .executeTakeFirst();
    if (found === undefined) return reply.callNotFound();
    return reply
      .headers({
        'Cache-Control': cacheControl,
        'Content-Security-Policy': filePolicy,
        'Content-Disposition': `attachment; filename="${file}"`,
        'X-Content-Type-Options': 'nosniff',
      })
      .type(found.mime)
      .send(found.content);
  });
}

function sendAccent(reply: FastifyReply, color: string) {
  if (!isReadableAccent(color)) return reply.callNotFound();
  return reply.header('Cache-Control', cacheControl).type('text/css; charset=utf-8').send(accentStyle(color));
}
