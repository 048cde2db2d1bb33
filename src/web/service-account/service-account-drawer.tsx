import type { ServiceAccount, ServiceAccountWithSecret } from '../../client/generated/types.gen.ts';
import type { Scope } from '../../contract/access/scopes.ts';
import { fieldError } from '../api/use-draft.ts';
import { useMe } from '../api/use-me.ts';
import { t } from '../i18n/t.ts';
import { DraftTextField } from '../ui/field/draft-text-field.tsx';
import { ExternalIdField } from '../ui/field/external-id-field.tsx';
import { ObjectDrawer } from '../ui/form/object-drawer.tsx';
import type { FieldsOf } from '../ui/form/object-drawer-props.ts';
import { PublicKeysField } from './public-keys-field.tsx';
import { ScopesField } from './scopes-field.tsx';
import { SecretList } from './secret-list.tsx';
import { serviceAccountResource } from './service-account-resource.ts';

/** A new client secret. The API returns it once. */
export type ShownSecret = { readonly name: string; readonly clientId: string; readonly clientSecret: string };

type Values = {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly publicKeys: readonly unknown[];
  readonly externalId: string | null;
};

/** The form that creates or changes a service account. */
export function ServiceAccountDrawer(props: {
  readonly id: number | null;
  readonly onSecret: (secret: ShownSecret) => void;
  readonly close: () => void;
}) {
  const me = useMe();
  const showSecret = (made: ServiceAccount | ServiceAccountWithSecret) => {
    if (!('clientSecret' in made) || made.clientSecret === null) return;
    props.onSecret({ name: made.name, clientId: made.clientId, clientSecret: made.clientSecret });
  };
  return (
    <ObjectDrawer
      resource={serviceAccountResource}
      id={props.id}
      fresh={{ name: '', scopes: [], publicKeys: [], externalId: null } as Values}
      valuesOf={({ name, scopes, publicKeys, externalId }): Values => ({ name, scopes, publicKeys, externalId })}
      fields={(form) => <ServiceAccountFields {...form} />}
      isComplete={({ name, scopes }) => name.trim() !== '' && scopes.length > 0}
      mayWrite={me.may('service-accounts:write')}
      head={(account) => <SecretList account={account} onSecret={showSecret} />}
      archiveText={t('access.text.archiveServiceAccount')}
      onCreated={showSecret}
      close={props.close}
    />
  );
}

function ServiceAccountFields({ draft, error, isNew }: FieldsOf<Values>) {
  const { values, set } = draft;
  const me = useMe();
  return (
    <>
      <DraftTextField
        draft={draft}
        error={error}
        name="name"
        label={t('common.label.name')}
        description={t('access.hint.serviceAccountName')}
        required
        data-autofocus={isNew}
        maxLength={255}
      />
      <ScopesField
        value={values.scopes}
        offered={me.scopes}
        onChange={(scopes) => set('scopes', scopes)}
        error={fieldError(error, 'scopes')}
      />
      <PublicKeysField
        value={values.publicKeys}
        onChange={(keys) => set('publicKeys', keys)}
        error={fieldError(error, 'publicKeys')}
      />
      <ExternalIdField draft={draft} error={error} />
    </>
  );
}
