import { randomBytes } from 'node:crypto';
import type { TemplateField } from '../../core/creative/template-field.ts';
import {
  hasPlaceholders,
  type Placeholder,
  replacePlaceholders,
  withBranches,
} from '../../core/creative/template-html.ts';
import { escapeHtml } from '../../platform/http/escape-html.ts';
import { escapeContextsIn } from './macros/escape-contexts.ts';
import { type EscapeContext, escapeFor } from './macros/escape-value.ts';
import type { MarkupFacts } from './markup-facts.ts';
import { normalTarget, targetInPath } from './signed-address/click-address.ts';

/** Random, so that no creative can contain it; letters and digits, so that nothing escapes it. */
const mark = `field${randomBytes(12).toString('hex')}`;
const marks = new RegExp(`${mark}x(\\d{1,6})x`, 'g');
/** Where an address of ours may stand as a whole. */
const wholeAddressContexts: ReadonlySet<EscapeContext> = new Set(['address-begin', 'unknown', 'hidden', 'style']);

/**
 * The markup of a creative made from a template: what the operator wrote, with what the creative says put in so that it
 * stays what it is, whatever it is. Macros and click addresses are those of the template; in a field they are text.
 * Source: docs/decisions/0067-template-creatives.md.
 */
export function templateMarkup(facts: MarkupFacts): string | null {
  const { creative, format, macros, clickUrl, clickBase } = facts;
  const { fields = {}, images = {} } = creative;
  if (format.templateHtml === undefined) return null;
  const has = (name: string) => Object.hasOwn(fields, name) || Object.hasOwn(images, name);
  const { markup, placeAt } = escapeContextsIn(withBranches(format.templateHtml, has), hasPlaceholders);
  const values: string[] = [];
  const marked = replacePlaceholders(markup, (placeholder, offset) => {
    values.push(has(placeholder.name) ? written(placeholder, placeAt(offset), facts) : '');
    return `${mark}x${values.length - 1}x`;
  });
  const filled = macros.markMarkup(marked, { clickUrl: clickUrl ?? clickBase, clickBase });
  return filled.replace(marks, (_, number: string) => values[Number(number)] ?? '');
}

function written({ use, name, measure }: Placeholder, escapeContext: EscapeContext, facts: MarkupFacts): string {
  const { creative, deliveryUrl, clickBase } = facts;
  const image = Object.hasOwn(creative.images ?? {}, name) ? creative.images?.[name] : undefined;
  if (image !== undefined) {
    return measure === null
      ? ownAddress(escapeContext, `${deliveryUrl}/${image.path}`)
      : escapeFor(escapeContext, String(image[measure] ?? ''));
  }
  const value = creative.fields?.[name] ?? '';
  if (use === 'field') return writtenText(fieldOf(facts, name), escapeContext, String(value));
  const target = normalTarget(String(value));
  return target === null ? '' : ownAddress(escapeContext, clickBase + targetInPath(target));
}

function writtenText(field: TemplateField | undefined, escapeContext: EscapeContext, text: string): string {
  const escaped = escapeFor(escapeContext, text);
  return escapeContext === 'text' && field?.kind === 'longtext' ? escaped.replace(/\r?\n/g, '<br>') : escaped;
}

/** One of ours: it may be the whole of an attribute, also of one that loads what runs. */
function ownAddress(escapeContext: EscapeContext, address: string): string {
  return wholeAddressContexts.has(escapeContext) ? escapeHtml(address) : escapeFor(escapeContext, address);
}

function fieldOf({ format }: MarkupFacts, wanted: string): TemplateField | undefined {
  return format.templateFields?.find(({ name }) => name === wanted);
}
