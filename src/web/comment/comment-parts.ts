/** A part of the text of a comment. */
export type CommentPart = { readonly kind: 'text' | 'link' | 'mention'; readonly text: string };

const address = /https?:\/\/[^\s<>"]+/g;
/** Punctuation at the end of an address belongs to the sentence. */
const sentenceEnd = /[.,;:!?)\]']+$/;

/**
 * Splits the text of a comment into links, mentions and other text.
 * @param names names of the mentioned users
 */
export function commentParts(text: string, names: readonly string[]): readonly CommentPart[] {
  const parts: CommentPart[] = [];
  let end = 0;
  for (const match of text.matchAll(address)) {
    const link = match[0].replace(sentenceEnd, '');
    if (!URL.canParse(link)) continue;
    parts.push(...mentionParts(text.slice(end, match.index), names), { kind: 'link', text: link });
    end = match.index + link.length;
  }
  return [...parts, ...mentionParts(text.slice(end), names)];
}

/** The mentioned users whose `@name` the text contains. */
export function mentionedIn<User extends { readonly name: string }>(
  text: string,
  users: readonly User[],
): readonly User[] {
  return users.filter(({ name }) => text.includes(`@${name}`));
}

/** The text between the last `@` and the caret, if it can be the start of a name. undefined otherwise. */
export function mentionBefore(text: string, caret: number): string | undefined {
  return /(?:^|\s)@([^\s@]{0,40})$/.exec(text.slice(0, caret))?.[1];
}

function mentionParts(text: string, names: readonly string[]): readonly CommentPart[] {
  if (text === '') return [];
  // The longest name first: one name can be the start of another.
  const found = names
    .map((name) => ({ mention: `@${name}`, at: text.indexOf(`@${name}`) }))
    .filter(({ at }) => at >= 0)
    .toSorted((one, other) => one.at - other.at || other.mention.length - one.mention.length)[0];
  if (found === undefined) return [{ kind: 'text', text }];
  const { mention, at } = found;
  const before: readonly CommentPart[] = at === 0 ? [] : [{ kind: 'text', text: text.slice(0, at) }];
  return [...before, { kind: 'mention', text: mention }, ...mentionParts(text.slice(at + mention.length), names)];
}
