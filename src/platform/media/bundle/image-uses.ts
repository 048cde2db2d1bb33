import { posix } from 'node:path';
import { type DefaultTreeAdapterMap, parse } from 'parse5';
import type { ArchiveFile } from '../unpack-archive.ts';

type Element = DefaultTreeAdapterMap['element'];

/** A rule of a style sheet, or a style attribute. */
type StyleBlock = { readonly selector: string; readonly declarations: ReadonlyMap<string, string> };

const resizable = /\.(?:png|jpe?g|gif|webp)$/i;
const texts = /\.(?:html?|css|js|json|svg|xml)$/i;
/** Names in which a URL needs no escapes, so that each mention is found. */
const plainName = /^[\w.-]+$/;
/** Scripts that use the pixels or the size of the file. */
const readsPixels = /\b(?:drawImage|createPattern|createImageBitmap|texImage2D|natural(?:Width|Height))\b/;
/** Backgrounds that are moved by lengths, like those of sprite sheets. */
const movesBackground = /background-position(?:-[xy])?\s*:[^;}]*[1-9.]\d*(?:px|r?em)|backgroundPosition/i;
const showsFileSize = /object-fit\s*:\s*(?:none|scale-down)/i;

/**
 * Returns the paths of the images whose display does not depend on the size of their files: each mention is an `img`
 * with a stated size, or a background with a stated `background-size`. All other images are excluded, also those that
 * no file mentions, because a script may load them. Source: docs/decisions/0235-images-in-bundles.md.
 */
export function freelyScaledImages(files: readonly ArchiveFile[]): ReadonlySet<string> {
  const images = files.filter(({ path }) => resizable.test(path));
  const sources = files
    .filter(({ path }) => texts.test(path))
    .map(({ path, content }) => ({ path, text: content.toString('utf8') }));
  const all = sources.map(({ text }) => text).join('\n');
  if (images.length === 0 || readsPixels.test(all)) return new Set();
  const documents = sources.filter(({ path }) => /\.html?$/i.test(path)).map(({ text }) => elementsOf(text));
  const elements = documents.flat();
  const blocks = [
    ...sources.filter(({ path }) => /\.css$/i.test(path)).flatMap(({ text }) => rulesOf(text)),
    ...elements.filter(({ tagName }) => tagName === 'style').flatMap((element) => rulesOf(textIn(element))),
  ];
  const safe = new Map<string, number>();
  const note = (name: string) => safe.set(name, (safe.get(name) ?? 0) + 1);
  if (!showsFileSize.test(all)) for (const name of sizedImages(elements, blocks)) note(name);
  if (!movesBackground.test(all)) {
    const inline = elements.flatMap((element) => styleOf(element) ?? []);
    for (const block of [...blocks, ...inline]) for (const name of sizedBackgrounds(block)) note(name);
  }
  const names = images.map(({ path }) => posix.basename(path).toLowerCase());
  const isSafe = (name: string) =>
    plainName.test(name) &&
    names.filter((other) => other === name).length === 1 &&
    mentions(all, name) > 0 &&
    mentions(all, name) === (safe.get(name) ?? 0);
  return new Set(images.map(({ path }) => path).filter((path) => isSafe(posix.basename(path).toLowerCase())));
}

/** Occurrences also inside longer names, which then exclude the image. */
function mentions(text: string, name: string): number {
  return text.toLowerCase().split(name).length - 1;
}

function elementsOf(page: string): readonly Element[] {
  const elements: Element[] = [];
  const waiting: DefaultTreeAdapterMap['node'][] = [parse(page)];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if ('attrs' in node) elements.push(node);
    if ('content' in node) waiting.push(node.content);
    if ('childNodes' in node) waiting.push(...node.childNodes);
  }
  return elements;
}

function textIn({ childNodes }: Element): string {
  return childNodes.map((child) => ('value' in child ? child.value : '')).join('');
}

function attribute({ attrs }: Element, wanted: string): string | null {
  return attrs.find(({ name }) => name === wanted)?.value ?? null;
}

/** Nested rules of media queries are found as rules of their own. */
function rulesOf(css: string): readonly StyleBlock[] {
  const plain = css.replace(/\/\*[\s\S]*?\*\//g, '');
  return [...plain.matchAll(/([^{};]*)\{([^{}]*)\}/g)].map(([, selector = '', body = '']) => blockOf(selector, body));
}

function blockOf(selector: string, body: string): StyleBlock {
  const declarations = body.split(';').map((declaration) => {
    const [property = '', ...value] = declaration.split(':');
    return [property.trim().toLowerCase(), value.join(':').trim()] as const;
  });
  return { selector: selector.trim(), declarations: new Map(declarations) };
}

function styleOf(element: Element): StyleBlock | null {
  const style = attribute(element, 'style');
  return style === null ? null : blockOf('', style);
}

/** Names of the images of `img` elements whose size is stated. */
function sizedImages(elements: readonly Element[], blocks: readonly StyleBlock[]): readonly string[] {
  return elements
    .filter((element) => element.tagName === 'img' && attribute(element, 'srcset') === null)
    .filter((element) => isSized(element, blocks))
    .map((element) => nameIn(attribute(element, 'src') ?? ''));
}

function isSized(element: Element, blocks: readonly StyleBlock[]): boolean {
  if (['width', 'height'].some((name) => /^\s*[1-9]/.test(attribute(element, name) ?? ''))) return true;
  const inline = styleOf(element);
  const applied = blocks.filter(({ selector }) => selector.split(',').some((one) => isFor(one, element)));
  return [...applied, ...(inline === null ? [] : [inline])].some(({ declarations }) =>
    ['width', 'height'].some((name) => /^(?:[1-9]|0?\.\d|calc\()/.test(declarations.get(name) ?? '')),
  );
}

/** Compares the last part of a selector with the element, its classes and its ID. */
function isFor(selector: string, element: Element): boolean {
  const last =
    selector
      .trim()
      .split(/[\s>+~]+/)
      .at(-1) ?? '';
  if (last === '' || last.includes(':')) return false;
  const classes = (attribute(element, 'class') ?? '').split(/\s+/).map((name) => `.${name}`);
  const own = new Set(['img', `#${attribute(element, 'id') ?? ''}`, ...classes]);
  return (last.match(/^[a-z*]+|[.#][\w-]+/gi) ?? []).every((part) => own.has(part));
}

/** A background that is larger than its box may be a sprite sheet. */
const fixedSize = /^\s*(?:cover|contain|100%|[1-9]\d?(?:\.\d+)?%)/i;
const urls = /url\(\s*["']?([^"')]*)["']?\s*\)/gi;

/** Names of the backgrounds of a rule that states their size. */
function sizedBackgrounds({ declarations }: StyleBlock): readonly string[] {
  const shorthand = (declarations.get('background') ?? '').replace(urls, '');
  const [position = '', sizeInShorthand = ''] = shorthand.split('/');
  const size = declarations.get('background-size') ?? sizeInShorthand;
  if (!fixedSize.test(size) || /[1-9.]\d*(?:px|r?em)/i.test(position)) return [];
  return ['background', 'background-image'].flatMap((property) =>
    [...(declarations.get(property) ?? '').matchAll(urls)].map(([, url = '']) => nameIn(url)),
  );
}

function nameIn(url: string): string {
  return posix.basename(url.trim().replace(/[?#].*$/, '')).toLowerCase();
}
