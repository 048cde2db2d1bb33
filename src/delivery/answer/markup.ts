import { offeredWidths } from '../../core/creative/image-widths.ts';
import { escapeHtml } from '../../platform/http/escape-html.ts';
import { html5Markup } from './html5-frame.ts';
import type { MarkupFacts } from './markup-facts.ts';
import { templateMarkup } from './template-markup.ts';

/**
 * The ready-to-render markup of a creative; null when it has none. In html of a creative, `[clickUrl]` stands for the
 * click address with its target and `[clickBase]` for the one to which a target is appended; other macros are marked.
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

/** Other widths, so that a narrow screen loads less and a dense one gets more; `Accept` chooses the type. */
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

/** What a template is made into may be data, too. Where all its branches are left out there is nothing to show. */
function drawnMarkup(facts: MarkupFacts): string | null {
  const markup = templateMarkup(facts);
  return markup === null || markup.trim() === '' ? null : asMarkup(markup);
}

/**
 * A text that is a JSON value (a number, `null`, a text in quotes) would be taken for data and not be rendered; an object or
 * a list is meant as data. Source: wire-protocol 12(c) 35.
 */
function asMarkup(text: string): string {
  try {
    const value: unknown = JSON.parse(text.replaceAll("'", '"'));
    return typeof value === 'object' && value !== null ? text : `<span>${text}</span>`;
  } catch {
    // No JSON, as markup should be.
    return text;
  }
}
