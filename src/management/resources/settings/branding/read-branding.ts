/*
 * Branding of the installation: name, logo, accent color, image of the sign-in page.
 *
 * - `read-branding.ts`: the branding that pages show. `branding-files.ts`: uploads and their removal. `check-svg.ts`:
 *   refuses active SVG files.
 * - `serve-branding.ts`: the public files. `brand-document.ts`: the document of the interface.
 */

import type { Kysely } from 'kysely';
import { accentShades } from '../../../../core/vocabulary/color/accent-color.ts';
import type { Database } from '../../../../platform/db/schema.ts';
import { type AccountSettings, readSettings } from '../read-settings.ts';

/** What pages show of the installation. */
export type Branding = {
  readonly name: string;
  /** Path of the logo. */
  readonly logo: string;
  readonly signInImage: string | null;
  readonly accentColor: string | null;
};

/** The branding without settings. */
export const defaultBranding: Branding = {
  name: 'Placard',
  logo: '/icon.svg',
  signInImage: null,
  accentColor: null,
};

/** Returns the branding that settings describe. */
export function brandingOf(settings: AccountSettings): Branding {
  return {
    name: settings.accountName ?? defaultBranding.name,
    logo: brandingPathOf(settings.logoFile) ?? defaultBranding.logo,
    signInImage: brandingPathOf(settings.signInImageFile),
    accentColor: settings.accentColor,
  };
}

/** Reads the branding. The default while the database is unavailable, because pages about a failure show it too. */
export async function readBranding(database: Kysely<Database>): Promise<Branding> {
  return readSettings(database).then(brandingOf, () => defaultBranding);
}

/** Path of a stored file. null: no file. */
export function brandingPathOf(file: string | null): string | null {
  return file === null ? null : `/branding/${file}`;
}

/** Path of the style sheet of an accent color. null: the default color. */
export function accentStylePath(color: string | null): string | null {
  return color === null ? null : `/branding/accent-${color.slice(1)}.css`;
}

/** Style sheet that replaces the accent color of `/start.css`. */
export function accentStyle(color: string): string {
  const shades = accentShades(color);
  return `:root{--link:${color};--accent:${color}}
@media (prefers-color-scheme:dark){:root{--link:${shades[3]};--accent:${shades[5]}}}`;
}
