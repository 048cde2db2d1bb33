import { archiveAddress } from '../../platform/files/archive-name.ts';
import { escapeHtml } from '../../platform/http/escape-html.ts';
import type { MarkupFacts } from './markup-facts.ts';

/** Sandbox permissions of a creative. It gets neither the page's origin nor the permission to navigate the page. */
export const sandbox = 'allow-scripts allow-popups allow-popups-to-escape-sandbox';

/**
 * Returns the frame of an HTML5 creative. Its URL carries the click URL as `clickTag`, where such creatives read it.
 * Without a click-through URL, the creative opens the URL in its files. Source: docs/decisions/0064-html5-origin.md.
 */
export function html5Markup(facts: MarkupFacts): string | null {
  const { creative, creativeOrigin, width, height, clickUrl, clickBase, macros } = facts;
  if (creative.file === null || creativeOrigin === null || width === null || height === null) return null;
  const page = escapeHtml(`${creativeOrigin}/${archiveAddress(creative.file.path)}`);
  const begin =
    clickUrl === null
      ? `<iframe src="${page}">`
      : macros.markMarkup(`<iframe src="${page}?clickTag=[clickUrl]">`, { clickUrl, clickBase });
  return (
    `${begin.slice(0, -1)} width="${width}" height="${height}" title="${escapeHtml(creative.altText ?? 'Advertisement')}" ` +
    `sandbox="${sandbox}" scrolling="no" frameborder="0" style="border:0"></iframe>`
  );
}
