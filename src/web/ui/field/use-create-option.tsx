import { type ComponentType, lazy, type ReactNode, Suspense, use, useMemo, useState } from 'react';
import type { ChoiceCreation } from '../../api/choice-source.ts';
import { useMe } from '../../api/use-me.ts';
import { loadPageMessages } from '../../i18n/activate-locale.ts';
import { t } from '../../i18n/t.ts';
import { type CreateFormProps, CreateForms } from './create-form.ts';

const createValue = 'create';

/** The option of a select that creates a missing object, and the drawer that it opens. */
export type CreateOption = {
  /** Empty if the user cannot create such an object. */
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** Opens the form if the option was selected. Returns whether it was. */
  readonly opens: (value: string | null | undefined) => boolean;
  readonly form: ReactNode;
  /** False after a form was closed, so that the returning focus does not cover the next field with the options. */
  readonly opensOnFocus: boolean;
};

/**
 * @param search text that no option has as its name. Empty: the option has no name
 * @param onCreated called with the new object, which the select then selects
 */
export function useCreateOption(options: {
  readonly creation: ChoiceCreation | undefined;
  readonly isOffered: boolean;
  readonly search: string;
  readonly onCreated: (id: number) => void;
}): CreateOption {
  const { creation, search } = options;
  const me = useMe();
  const load = use(CreateForms);
  const [name, setName] = useState<string | null>(null);
  const [wasOpen, setWasOpen] = useState(false);
  const type = creation?.type;
  const Form = useMemo(() => (load === null || type === undefined ? null : lazyForm(load, type)), [load, type]);
  if (creation === undefined || Form === null || !me.may(creation.scope))
    return { options: [], opens: () => false, form: null, opensOnFocus: true };
  const label = search === '' ? t('common.action.createNew') : t('common.action.createNamed', { name: search });
  return {
    options: options.isOffered ? [{ value: createValue, label }] : [],
    opens: (value) => {
      if (value !== createValue) return false;
      setName(search);
      setWasOpen(true);
      return true;
    },
    opensOnFocus: !wasOpen,
    form: name !== null && (
      <Suspense>
        <Form
          name={name}
          parentId={creation.parentId}
          onCreated={({ id }) => options.onCreated(id)}
          close={() => setName(null)}
        />
      </Suspense>
    ),
  };
}

type Load = NonNullable<React.ContextType<typeof CreateForms>>;

function lazyForm(load: Load, type: ChoiceCreation['type']) {
  return lazy(async (): Promise<{ default: ComponentType<CreateFormProps> }> => {
    const [Form] = await Promise.all([load(type), loadPageMessages()]);
    return { default: Form };
  });
}
