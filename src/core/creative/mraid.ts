import type { CreativeCheckCode } from '../vocabulary/creative-checks.ts';

/** Version of MRAID, the interface between an ad and the container in an app that displays it. */
export type MraidVersion = 1 | 2 | 3;

/** The reference that the container replaces by its own script. Source: MRAID 3.0, 3.1.1. */
const reference = /<script\b[^>]*\bsrc\s*=\s*["']?([^"'\s>]*\bmraid\.js)\b/i;
const functionsOf3 =
  /\bmraid\s*\.\s*(?:unload|getCurrentAppOrientation|getLocation)\b|['"](?:exposureChange|audioVolumeChange)['"]/;
const functionsOf2 =
  /\bmraid\s*\.\s*(?:resize|storePicture|createCalendarEvent|supports|playVideo|getMaxSize|getScreenSize|getCurrentPosition|getDefaultPosition|setResizeProperties|setOrientationProperties)\b|['"]sizeChange['"]/;

/**
 * Returns the lowest version whose container can display markup, according to the functions that it calls; null: it does
 * not reference `mraid.js`. Source: MRAID 1.0, 2.0 and 3.0.
 * @example mraidVersionOf('<script src="mraid.js"></script>') // 1
 */
export function mraidVersionOf(html: string | null): MraidVersion | null {
  if (html === null || !reference.test(html)) return null;
  if (functionsOf3.test(html)) return 3;
  return functionsOf2.test(html) ? 2 : 1;
}

/**
 * Returns the faults of MRAID markup: what a container requires, so that the ad appears and its clicks leave the app.
 * Source: MRAID 3.0, 3.1 and 4.
 */
export function mraidChecks(html: string | null): readonly CreativeCheckCode[] {
  if (html === null || mraidVersionOf(html) === null) return [];
  const [, source = ''] = reference.exec(html) ?? [];
  const found: CreativeCheckCode[] = ['MRAID_NEEDS_APP'];
  if (source.includes('/') || /\bmraid\s*=(?!=)(?!\s*(?:window|parent)\b)/.test(html)) found.push('MRAID_BUNDLED');
  if (leavesWithoutContainer(html)) found.push('MRAID_CLICK');
  if (!waitsForContainer(html)) found.push('MRAID_NOT_READY');
  if (/\bdocument\s*\.\s*write(?:ln)?\s*\(/.test(html)) found.push('MRAID_DOCUMENT_WRITE');
  return found;
}

/** Other ways to open a page replace the ad in its container, or are blocked by it. */
function leavesWithoutContainer(html: string): boolean {
  const others =
    /\bwindow\s*\.\s*open\s*\(|\blocation(?:\s*\.\s*href)?\s*=(?!=)|\blocation\s*\.\s*(?:assign|replace)\s*\(/;
  return others.test(html) || (/<a\b[^>]*\bhref\b/i.test(html) && !/\bmraid\s*\.\s*open\s*\(/.test(html));
}

/** Before the event `ready`, most functions of a container fail. */
function waitsForContainer(html: string): boolean {
  const calls = html.replace(/\bmraid\s*\.\s*(?:js|getState|addEventListener|removeEventListener|open)\b/g, '');
  if (!/\bmraid\s*\.\s*\w+/.test(calls)) return true;
  return /['"](?:ready|stateChange|viewableChange|exposureChange)['"]/.test(html) || /\.\s*getState\s*\(/.test(html);
}
