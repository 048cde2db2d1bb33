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

/** Random, so that no creative can contain it. Letters and digits, so that escaping does not change it. */
const mark = `field${randomBytes(12).toString('hex')}`;
const marks = new RegExp(`${mark}x(\\d{1,6})x`, 'g');
/** Contexts in which a complete Placard URL may appear. */
const wholeAddressContexts: ReadonlySet<EscapeContext> = new Set(['address-begin', 'unknown', 'hidden', 'style']);

/**
 * Returns the markup of a creative with a template: the operator's markup with the field values, escaped so that each
 * remains a value. Macros and click URLs are those of the template. In a field they are text. Source:
 * docs/decisions/0067-template-creatives.md.
 */
export function templateMarkup(facts: MarkupFacts): string | null {
  const { creative, format, macros, clickUrl, clickBase } = facts;
  const { fields = {}, images = {} } = creative;
  if (format.templateHtml === undefined) return null;
  const has = (name: string) => Object.hasOwn(fields, name) || Object.hasOwn(images, name);
  const { markup, contextAt } = escapeContextsIn(withBranches(format.templateHtml, has), hasPlaceholders);
  const values: string[] = [];
  const marked = replacePlaceholders(markup, (placeholder, offset) => {
    values.push(has(placeholder.name) ? written(placeholder, contextAt(offset), facts) : '');
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

/** A Placard URL. It may be a whole attribute, also one whose URL is loaded and executed. */
function ownAddress(escapeContext: EscapeContext, address: string): string {
  return wholeAddressContexts.has(escapeContext) ? escapeHtml(address) : escapeFor(escapeContext, address);
}

function fieldOf({ format }: MarkupFacts, wanted: string): TemplateField | undefined {
  return format.templateFields?.find(({ name }) => name === wanted);
}
