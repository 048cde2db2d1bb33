import { offeredWidths } from '../../core/creative/image-widths.ts';
import { escapeHtml } from '../../platform/http/escape-html.ts';
import { html5Markup } from './html5-frame.ts';
import type { MarkupFacts } from './markup-facts.ts';
import { templateMarkup } from './template-markup.ts';

/**
 * Returns the ready-to-render markup of a creative, or null if it has none. In HTML of a creative, `[clickUrl]` is the
 * click URL with its target and `[clickBase]` the click URL to which a target is appended. Other macros are marked.
 * Source: wire-protocol 3 (`tag`).
 */
export function markupOf(facts: MarkupFacts): string | null {
  switch (facts.creative.kind) {
    case 'image':
      return imageMarkup(facts);
    case 'html5':
      return html5Markup(facts);
    case 'native':
    case 'advar':
      return drawnMarkup(facts);
    default:
      return htmlMarkup(facts);
  }
}

function imageMarkup({ creative, width, height, deliveryUrl, clickUrl }: MarkupFacts): string | null {
  if (creative.file === null) return null;
  const size = `${width === null ? '' : ` width="${width}"`}${height === null ? '' : ` height="${height}"`}`;
  const source = escapeHtml(`${deliveryUrl}/${creative.file.path}`);
  const image = `<img src="${source}"${sourceSet(source, creative.file.widths, width)}${size} alt="${escapeHtml(creative.altText ?? '')}" style="border:0;max-width:100%;height:auto">`;
  if (clickUrl === null) return image;
  return `<a href="${escapeHtml(clickUrl)}" target="_blank" rel="noopener">${image}</a>`;
}

/** Renditions in other widths: a narrow screen loads less, a high-density screen more. `Accept` selects the type. */
function sourceSet(source: string, widths: readonly number[] | undefined, shown: number | null): string {
  if (widths === undefined || shown === null) return '';
  const offered = offeredWidths(widths, shown);
  const sources = offered.map((width) => `${source}?w=${width} ${width}w`).join(', ');
  return ` srcset="${sources}" sizes="(max-width: ${shown}px) 100vw, ${shown}px"`;
}

function htmlMarkup({ creative, clickUrl, clickBase, macros }: MarkupFacts): string | null {
  const { html } = creative;
  if (html === null || html === '') return null;
  return asMarkup(macros.markMarkup(html, { clickUrl: clickUrl ?? clickBase, clickBase }));
}

/** A template may also render data. If all its branches are left out, there is no content. */
function drawnMarkup(facts: MarkupFacts): string | null {
  const markup = templateMarkup(facts);
  return markup === null || markup.trim() === '' ? null : asMarkup(markup);
}

/**
 * Wraps a text that is a JSON value (a number, `null`, a quoted text). Clients would take it for data and not render
 * it. An object or a list is intended as data. Source: wire-protocol 12(c) 35.
 */
function asMarkup(text: string): string {
  try {
    const value: unknown = JSON.parse(text.replaceAll("'", '"'));
    return typeof value === 'object' && value !== null ? text : `<span>${text}</span>`;
  } catch {
    // Not JSON, as expected of markup.
    return text;
  }
}
