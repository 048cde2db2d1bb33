import type { Kysely } from 'kysely';
import { accentShades } from '../../../../core/vocabulary/color/accent-color.ts';
import type { Database } from '../../../../platform/db/schema.ts';
import { escapeHtml } from '../../../../platform/http/escape-html.ts';
import { readBranding } from './read-branding.ts';

/** Sets the title and icon of the document of the web interface, and the branding for its scripts as JSON. */
export async function brandDocument(page: string, database: Kysely<Database>): Promise<string> {
  const { name, logo, accentColor } = await readBranding(database);
  const brand = JSON.stringify({ name, logo, shades: accentColor === null ? null : accentShades(accentColor) });
  return page
    .replace('<title>Placard</title>', () => `<title>${escapeHtml(name)}</title>`)
    .replace('href="/icon.svg" type="image/svg+xml"', () => `href="${logo}"`)
    .replace('{{brand}}', () => escapeHtml(brand));
}
