import { listOf, listText } from '../../ui/page/use-address.ts';

/** The values of a search parameter whose values can contain commas. */
export function valueListOf(text: string | undefined): readonly string[] {
  return listOf(text).map(unpacked);
}

/** The search parameter of some values: separated by commas, with `%2C` for a comma. undefined: the list is empty. */
export function valueListText(values: readonly string[]): string | undefined {
  return listText(values.map((value) => packed(value, /[%,]/g)));
}

/** Replaces characters by `%` and their code. @param characters contain `%` */
export function packed(text: string, characters: RegExp): string {
  return text.replace(
    characters,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
}

/** The inverse of `packed`. A `%` without a code remains. */
export function unpacked(text: string): string {
  return text.replace(/%([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
