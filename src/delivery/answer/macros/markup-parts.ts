import { type DefaultTreeAdapterMap, Parser, type Token, TokenizerMode } from 'parse5';

/**
 * A part of markup other than text, from one offset to another: an attribute, the content of an element that is not
 * text of the page, a comment, or the part of a tag outside its attributes.
 */
export type MarkupPart = { readonly from: number; readonly to: number } & (
  | AttributePart
  | { readonly kind: 'content'; readonly element: string; readonly isForeign: boolean }
  | { readonly kind: 'comment' | 'tag' }
);

/** @param valueFrom offset of the value after its quote, null if there is none */
export type AttributePart = {
  readonly kind: 'attribute';
  readonly tag: string;
  readonly name: string;
  readonly valueFrom: number | null;
  readonly isBare: boolean;
};

/** Elements whose content is not parsed as markup. */
const elementsWithContent = /^(?:script|style|textarea|title|iframe|noembed|noframes|xmp)$/;

/**
 * Returns the parts of the markup in order, inner parts before outer parts. The parsing of a tag depends on its
 * ancestors, such as `title` in an SVG, so the complete parser is used and not only its tokenizer. Source: HTML, 13.2.5
 * and 13.2.6.
 */
export function markupParts(markup: string): readonly MarkupPart[] {
  // With scripting disabled, so that the markup in `noscript` is parsed.
  const options = { sourceCodeLocationInfo: true, scriptingEnabled: false };
  const reader = PartReader.getFragmentParser<DefaultTreeAdapterMap>(null, options) as PartReader;
  reader.markup = markup;
  reader.tokenizer.write(markup, true);
  return reader.parts;
}

class PartReader extends Parser<DefaultTreeAdapterMap> {
  readonly parts: MarkupPart[] = [];
  markup = '';
  private content: { readonly element: string; readonly isForeign: boolean; readonly from: number } | null = null;
  private readTo = 0;

  override onStartTag(token: Token.TagToken): void {
    const { tagName: tag, location, selfClosing } = token;
    const attributes = Object.entries(location?.attrs ?? {});
    for (const [name, at] of attributes) this.parts.push(attributePart(this.markup, { tag, name, at }));
    this.note('tag', location);
    super.onStartTag(token);
    if (location === null || !elementsWithContent.test(tag)) return;
    const isForeign = this.tokenizer.state === TokenizerMode.DATA;
    // Outside foreign content, the slash of a script tag has no effect.
    if (isForeign && selfClosing) return;
    this.endContent(location.startOffset);
    this.content = { element: tag, isForeign, from: location.endOffset };
  }

  override onEndTag(token: Token.TagToken): void {
    if (token.tagName === this.content?.element) this.endContent(token.location?.startOffset ?? this.markup.length);
    this.note('tag', token.location);
    super.onEndTag(token);
  }

  override onComment(token: Token.CommentToken): void {
    this.note('comment', token.location);
    super.onComment(token);
  }

  override onDoctype(token: Token.DoctypeToken): void {
    this.note('tag', token.location);
    super.onDoctype(token);
  }

  override onCharacter(token: Token.CharacterToken): void {
    this.note(null, token.location);
    super.onCharacter(token);
  }

  override onNullCharacter(token: Token.CharacterToken): void {
    this.note(null, token.location);
    super.onNullCharacter(token);
  }

  override onWhitespaceCharacter(token: Token.CharacterToken): void {
    this.note(null, token.location);
    super.onWhitespaceCharacter(token);
  }

  override onEof(token: Token.EOFToken): void {
    // An unclosed tag: the page after the creative closes it.
    if (this.readTo < this.markup.length) this.parts.push({ kind: 'tag', from: this.readTo, to: this.markup.length });
    this.endContent(this.markup.length);
    super.onEof(token);
  }

  private note(kind: 'comment' | 'tag' | null, location: Token.Location | null): void {
    if (location === null) return;
    if (kind !== null) this.parts.push({ kind, from: location.startOffset, to: location.endOffset });
    this.readTo = Math.max(this.readTo, location.endOffset);
  }

  private endContent(to: number): void {
    if (this.content !== null) this.parts.push({ kind: 'content', ...this.content, to });
    this.content = null;
  }
}

type Attribute = { readonly tag: string; readonly name: string; readonly at: Token.Location };

function attributePart(markup: string, { tag, name, at }: Attribute): MarkupPart {
  const text = markup.slice(at.startOffset, at.endOffset);
  // The first character always belongs to the name.
  const equals = text.indexOf('=', 1);
  const begin = /^=\s*(["']?)/.exec(equals === -1 ? '' : text.slice(equals));
  const valueFrom = begin === null ? null : at.startOffset + equals + begin[0].length;
  const isBare = begin?.[1] === '';
  return { kind: 'attribute', tag, name, valueFrom, isBare, from: at.startOffset, to: at.endOffset };
}

/**
 * Returns the markup with quotes around each unquoted attribute value that will be filled in. An empty unquoted value
 * would take the following text as its value.
 */
export function quoteBareValues(markup: string, isFilledIn: (value: string) => boolean): string {
  let quoted = '';
  let from = 0;
  for (const part of markupParts(markup)) {
    if (part.kind !== 'attribute' || !part.isBare || part.valueFrom === null) continue;
    const value = markup.slice(part.valueFrom, part.to);
    if (!isFilledIn(value)) continue;
    quoted += `${markup.slice(from, part.valueFrom)}"${value.replaceAll('"', '&quot;')}"`;
    from = part.to;
  }
  return quoted + markup.slice(from);
}
