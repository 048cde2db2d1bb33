/** A macro of a creative: `[adheseReplace:ct]` has the name `adheseReplace` and the argument `ct`. */
export type Macro = { readonly name: string; readonly argument: string };

const macroPattern = /\[(adhese[A-Za-z]{1,40})(?::([^[\]\s"'<>]{0,100}))?\]/g;

/** True when there is a macro to be filled in. */
export function hasMacros(text: string): boolean {
  return text.includes('[adhese') && text.search(macroPattern) !== -1;
}

/** Replaces each macro. @param fill is told where the macro stands */
export function replaceMacros(text: string, fill: (macro: Macro, offset: number) => string): string {
  return text.replace(macroPattern, (_, name: string, argument: string | undefined, offset: number) =>
    fill({ name, argument: argument ?? '' }, offset),
  );
}

/** The text with nothing in the place of its macros. */
export function withoutMacros(text: string): string {
  return hasMacros(text) ? replaceMacros(text, () => '') : text;
}

/** Characters of a value that was encoded for an address. */
const encodedValue = /^[\w.~!*()%-]*$/;

/**
 * True for a target that is this one with something filled in for its macros: values that were encoded for an address, so
 * that they change neither its host nor the names in its query. Each text between two macros is looked for once, from the
 * left: where it has a character that no value has, it can stand in one place only, and otherwise the first is as good as
 * any. So the time grows with the length alone.
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
