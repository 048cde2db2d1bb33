/** An object as it is chosen. */
export type PickerChoice = { readonly id: number; readonly name: string; readonly group?: string };

/** Where the choices of one noun come from. */
export type ChoiceSource = {
  /** Part of the key under which answers are kept; the first part is the noun. */
  readonly key: readonly unknown[];
  /** Those whose name holds the text, the likely ones first. */
  readonly find: (text: string) => Promise<readonly PickerChoice[]>;
  /** Those with these ids. */
  readonly named: (ids: readonly number[]) => Promise<readonly PickerChoice[]>;
};
