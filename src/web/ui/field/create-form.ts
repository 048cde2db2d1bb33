import { type ComponentType, createContext } from 'react';
import type { CreatableType } from '../../api/choice-source.ts';

/** Props of a form that creates an object in a drawer. */
export type CreateFormProps = {
  /** Suggested name. */
  readonly name: string;
  readonly parentId: number | undefined;
  readonly onCreated: (created: { readonly id: number }) => void;
  readonly close: () => void;
};

/** Loads the form of a type of object. */
type LoadCreateForm = (type: CreatableType) => Promise<ComponentType<CreateFormProps>>;

/** The forms of all types. Selects open them without importing the folders of the types. Null: none are available. */
export const CreateForms = createContext<LoadCreateForm | null>(null);
