import type { Scope } from '../../contract/access/scopes.ts';

/** An option of a select. */
export type PickerChoice = { readonly id: number; readonly name: string; readonly group?: string };

/** Types of objects that a select can create. `create-forms.tsx` has their forms. */
export type CreatableType =
  | 'brand'
  | 'campaign'
  | 'connection'
  | 'format'
  | 'location'
  | 'mediaPartner'
  | 'publication'
  | 'publisher';

/** How a select creates a missing object. */
export type ChoiceCreation = {
  readonly type: CreatableType;
  readonly scope: Scope;
  /** Parent of the new object. Absent: the form asks for it. */
  readonly parentId?: number;
};

/** The options of a select for one type of object. */
export type ChoiceSource = {
  /** Query key. The first part is the noun. */
  readonly key: readonly unknown[];
  /** Objects whose name contains the text, best matches first. */
  readonly find: (text: string) => Promise<readonly PickerChoice[]>;
  /** Objects with these ids. */
  readonly named: (ids: readonly number[]) => Promise<readonly PickerChoice[]>;
  /** Absent: the select does not create objects. */
  readonly create?: ChoiceCreation;
};
