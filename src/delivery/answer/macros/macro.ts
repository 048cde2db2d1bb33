/** A macro of a creative: `[adheseReplace:ct]` has the name `adheseReplace` and the argument `ct`. */
export type Macro = { readonly name: string; readonly argument: string };

const macroPattern = /\[(adhese[A-Za-z]{1,40})(?::([^[\]\s"'<>]{0,100}))?\]/g;

/** Returns true if the text contains a macro. */
export function hasMacros(text: string): boolean {
  return text.includes('[adhese') && text.search(macroPattern) !== -1;
}

/** Replaces each macro. @param fill receives the macro and its offset */
export function replaceMacros(text: string, fill: (macro: Macro, offset: number) => string): string {
  return text.replace(macroPattern, (_, name: string, argument: string | undefined, offset: number) =>
    fill({ name, argument: argument ?? '' }, offset),
  );
}

/** Returns the text without its macros. */
export function withoutMacros(text: string): string {
  return hasMacros(text) ? replaceMacros(text, () => '') : text;
}

/** Characters of a value that is encoded for a URL. */
const encodedValue = /^[\w.~!*()%-]*$/;

/**
 * Returns true if the target is this creative's target with its macros filled in. The values must be encoded for a URL,
 * so that they change neither the host nor the names in the query. Each fixed text between two macros is searched once,
 * from the left: a text with a character that no value contains matches at one offset only, and for other texts the
 * first match is as good as any. The time is therefore linear in the length.
 */
export function isFilledTarget(target: string, ofCreative: string): boolean {
  if (!hasMacros(ofCreative)) return false;
  const literals = ofCreative.split(macroPattern).filter((_, index) => index % 3 === 0);
  const [first = '', ...others] = literals;
  const last = others.pop() ?? '';
  if (!target.startsWith(first)) return false;
  let end = first.length;
  for (const literal of others) {
    const at = target.indexOf(literal, end);
    if (at === -1 || !encodedValue.test(target.slice(end, at))) return false;
    end = at + literal.length;
  }
  const lastAt = target.length - last.length;
  return lastAt >= end && target.endsWith(last) && encodedValue.test(target.slice(end, lastAt));
}
