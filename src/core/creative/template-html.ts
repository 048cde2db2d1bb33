import type { TemplateField } from './template-field.ts';

/** What stands for a field in a template: its value, a measure of an image, or a counted link to a url. */
export type Placeholder = {
  readonly use: 'field' | 'click';
  readonly name: string;
  readonly measure: 'width' | 'height' | null;
};

const placeholderPattern = /\[(field|click):([A-Za-z][A-Za-z0-9]{0,39})(?:\.(width|height))?\]/g;
const branchPattern = /\[(if|end):([A-Za-z][A-Za-z0-9]{0,39})\]/g;

/** Replaces each placeholder. @param fill is told where it stands */
export function replacePlaceholders(html: string, fill: (placeholder: Placeholder, offset: number) => string): string {
  return html.replace(placeholderPattern, (_, use, name, measure: Placeholder['measure'] | undefined, offset) =>
    fill({ use, name, measure: measure ?? null }, offset),
  );
}

/** True when a text has a placeholder. */
export function hasPlaceholders(text: string): boolean {
  return text.search(placeholderPattern) !== -1;
}

/**
 * The template without the parts between `[if:name]` and `[end:name]` whose field a creative leaves empty.
 * @example withBranches('<b>Sale</b>[if:price]<i>[field:price]</i>[end:price]', () => false) // '<b>Sale</b>'
 */
export function withBranches(html: string, has: (name: string) => boolean): string {
  let written = '';
  let from = 0;
  /** Of the branches that are open the outermost that is left out. */
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
 * What is wrong with the markup of a template; null: nothing.
 * @example templateHtmlFault('<b>[field:headlin]</b>', [headline]) // 'names headlin, which is none of templateFields'
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
  if (field === undefined) return `names ${name}, which is none of templateFields`;
  if (measure !== null && (use === 'click' || field.kind !== 'image'))
    return `asks the ${measure} of ${name}, which is no image`;
  return use === 'click' && field.kind !== 'url' ? `has a click on ${name}, which is of kind ${field.kind}` : null;
}

function branchFault(html: string, byName: ReadonlyMap<string, TemplateField>): string | null {
  const open: string[] = [];
  for (const [, kind, name = ''] of html.matchAll(branchPattern)) {
    if (!byName.has(name)) return `names ${name}, which is none of templateFields`;
    if (kind === 'if') open.push(name);
    else if (open.pop() !== name) return `has [end:${name}] without its [if:${name}]`;
  }
  const [first] = open;
  return first === undefined ? null : `has [if:${first}] without its [end:${first}]`;
}
