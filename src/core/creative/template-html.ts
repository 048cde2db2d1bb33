import type { TemplateField } from './template-field.ts';

/** Placeholder of a template: the value of a field, a dimension of an image, or a tracked link to a URL. */
export type Placeholder = {
  readonly use: 'field' | 'click';
  readonly name: string;
  readonly measure: 'width' | 'height' | null;
};

const placeholderPattern = /\[(field|click):([A-Za-z][A-Za-z0-9]{0,39})(?:\.(width|height))?\]/g;
const branchPattern = /\[(if|end):([A-Za-z][A-Za-z0-9]{0,39})\]/g;

/** Replaces each placeholder. @param fill receives the placeholder and its offset */
export function replacePlaceholders(html: string, fill: (placeholder: Placeholder, offset: number) => string): string {
  return html.replace(placeholderPattern, (_, use, name, measure: Placeholder['measure'] | undefined, offset) =>
    fill({ use, name, measure: measure ?? null }, offset),
  );
}

/** Reports whether a text contains a placeholder. */
export function hasPlaceholders(text: string): boolean {
  return text.search(placeholderPattern) !== -1;
}

/**
 * Removes the parts between `[if:name]` and `[end:name]` whose field is empty.
 * @example withBranches('<b>Sale</b>[if:price]<i>[field:price]</i>[end:price]', () => false) // '<b>Sale</b>'
 */
export function withBranches(html: string, has: (name: string) => boolean): string {
  let written = '';
  let from = 0;
  /** Outermost open branch that is omitted. */
  let leftOut: { readonly name: string; depth: number } | null = null;
  for (const match of html.matchAll(branchPattern)) {
    const [whole, kind, name = ''] = match;
    if (leftOut === null) written += html.slice(from, match.index);
    from = match.index + whole.length;
    if (kind === 'if') {
      if (leftOut !== null) leftOut.depth += 1;
      else if (!has(name)) leftOut = { name, depth: 1 };
    } else if (leftOut !== null) {
      leftOut.depth -= 1;
      if (leftOut.depth === 0) leftOut = null;
    }
  }
  return leftOut === null ? written + html.slice(from) : written;
}

/**
 * Returns the fault in the markup of a template; null: none.
 * @example templateHtmlFault('<b>[field:headlin]</b>', [headline]) // 'uses headlin, which is not in templateFields'
 */
export function templateHtmlFault(html: string, fields: readonly TemplateField[]): string | null {
  const byName = new Map(fields.map((field) => [field.name, field]));
  let fault: string | null = null;
  replacePlaceholders(html, (placeholder) => {
    fault ??= placeholderFault(placeholder, byName.get(placeholder.name));
    return '';
  });
  return fault ?? branchFault(html, byName);
}

function placeholderFault({ use, name, measure }: Placeholder, field: TemplateField | undefined): string | null {
  if (field === undefined) return `uses ${name}, which is not in templateFields`;
  if (measure !== null && (use === 'click' || field.kind !== 'image'))
    return `uses the ${measure} of ${name}, which is not an image`;
  return use === 'click' && field.kind !== 'url' ? `has a click on ${name}, which is of kind ${field.kind}` : null;
}

function branchFault(html: string, byName: ReadonlyMap<string, TemplateField>): string | null {
  const open: string[] = [];
  for (const [, kind, name = ''] of html.matchAll(branchPattern)) {
    if (!byName.has(name)) return `uses ${name}, which is not in templateFields`;
    if (kind === 'if') open.push(name);
    else if (open.pop() !== name) return `has [end:${name}] without a matching [if:${name}]`;
  }
  const [first] = open;
  return first === undefined ? null : `has [if:${first}] without a matching [end:${first}]`;
}
