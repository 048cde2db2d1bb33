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

/**
 * True for a target that is this one with something filled in for its macros: values that were encoded for an address, so
 * that they change neither its host nor the names in its query.
 */
export function isFilledTarget(target: string, ofCreative: string): boolean {
  if (!hasMacros(ofCreative)) return false;
  const literals = ofCreative.split(macroPattern).filter((_, index) => index % 3 === 0);
  return new RegExp(`^${literals.map(asPattern).join('[\\w.~!*()%-]*')}$`).test(target);
}

function asPattern(literal: string): string {
  return literal.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
