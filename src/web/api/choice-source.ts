/** An option of a select. */
export type PickerChoice = { readonly id: number; readonly name: string; readonly group?: string };

/** The options of a select for one type of object. */
export type ChoiceSource = {
  /** Query key. The first part is the noun. */
  readonly key: readonly unknown[];
  /** Objects whose name contains the text, best matches first. */
  readonly find: (text: string) => Promise<readonly PickerChoice[]>;
  /** Objects with these ids. */
  readonly named: (ids: readonly number[]) => Promise<readonly PickerChoice[]>;
};
