import type { User } from '../../client/generated/types.gen.ts';
import { isLocale, localeNames, locales } from '../../messages/locales.ts';
import { fieldError } from '../api/use-draft.ts';
import { useMe } from '../api/use-me.ts';
import { t } from '../i18n/t.ts';
import { DraftTextField } from '../ui/field/draft-text-field.tsx';
import { ExternalIdField } from '../ui/field/external-id-field.tsx';
import { Select } from '../ui/field/selects.tsx';
import { formFieldsOf } from '../ui/form/form-fields-of.ts';
import { ObjectDrawer } from '../ui/form/object-drawer.tsx';
import type { FieldsOf } from '../ui/form/object-drawer-props.ts';
import { RoleField } from './role-field.tsx';
import { userResource } from './user-resource.ts';

type Values = {
  readonly name: string;
  readonly email: string;
  readonly role: User['role'];
  readonly language: User['language'];
  readonly externalId: string | null;
};

const fresh: Values = { name: '', email: '', role: 'viewer', language: null, externalId: null };

/** The form that creates or changes a user. */
export function UserDrawer(props: {
  readonly id: number | null;
  readonly onCreated?: (made: User) => void;
  readonly close: () => void;
}) {
  const me = useMe();
  return (
    <ObjectDrawer
      resource={userResource}
      id={props.id}
      fresh={fresh}
      valuesOf={formFieldsOf(fresh)}
      fields={(form) => <UserFields {...form} />}
      isComplete={({ name, email }) => name.trim() !== '' && email.trim() !== ''}
      mayWrite={me.may('users:write')}
      archiveText={t('access.text.archiveUser')}
      {...(props.onCreated === undefined ? {} : { onCreated: props.onCreated })}
      close={props.close}
    />
  );
}

function UserFields({ draft, error }: FieldsOf<Values>) {
  const { values, set } = draft;
  return (
    <>
      <DraftTextField
        draft={draft}
        error={error}
        name="name"
        label={t('common.label.name')}
        required
        data-autofocus
        maxLength={255}
      />
      <DraftTextField
        draft={draft}
        error={error}
        name="email"
        label={t('common.label.email')}
        description={t('access.hint.email')}
        type="email"
        required
        maxLength={255}
      />
      <RoleField value={values.role} onChange={(role) => set('role', role)} error={fieldError(error, 'role')} />
      <Select
        label={t('access.label.language')}
        description={t('access.hint.language')}
        placeholder={t('access.label.browserLanguage')}
        data={locales.map((value) => ({ value, label: localeNames[value] }))}
        value={values.language}
        onChange={(language) => set('language', language !== null && isLocale(language) ? language : null)}
        clearable
        clearButtonProps={{ 'aria-label': t('access.label.browserLanguage') }}
        error={fieldError(error, 'language')}
      />
      <ExternalIdField draft={draft} error={error} />
    </>
  );
}
