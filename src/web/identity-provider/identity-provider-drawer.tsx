import { PasswordInput, Stack, Switch, Text, TextInput } from '@mantine/core';
import type { IdentityProvider } from '../../client/generated/types.gen.ts';
import { fieldError } from '../api/use-draft.ts';
import { useMe } from '../api/use-me.ts';
import { t } from '../i18n/t.ts';
import { CodeText } from '../ui/display/code-text.tsx';
import { ExternalIdField } from '../ui/field/external-id-field.tsx';
import { TagsInput } from '../ui/field/selects.tsx';
import { ObjectDrawer } from '../ui/form/object-drawer.tsx';
import type { FieldsOf } from '../ui/form/object-drawer-props.ts';
import { DomainClaimsNotice } from './domain-claims-notice.tsx';
import { type GroupRole, GroupRolesField } from './group-roles-field.tsx';
import { identityProviderResource } from './identity-provider-resource.ts';
import { SharedRedirectNotice } from './shared-redirect-notice.tsx';

type Values = {
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  /** Sent only when the user enters a new secret. */
  readonly clientSecret?: string;
  readonly domains: readonly string[];
  readonly scopes: readonly string[];
  readonly groupsClaim: string;
  readonly groupRoles: readonly GroupRole[];
  readonly assumeEmailVerified: boolean;
  readonly externalId: string | null;
};

const fresh: Values = {
  name: '',
  issuer: '',
  clientId: '',
  domains: [],
  scopes: ['openid', 'profile', 'email'],
  groupsClaim: 'groups',
  groupRoles: [],
  assumeEmailVerified: false,
  externalId: null,
};

/** The form that creates or changes an identity provider. */
export function IdentityProviderDrawer(props: {
  readonly id: number | null;
  readonly onCreated: (made: IdentityProvider) => void;
  readonly close: () => void;
}) {
  const me = useMe();
  return (
    <ObjectDrawer
      resource={identityProviderResource}
      id={props.id}
      fresh={fresh}
      valuesOf={(stored): Values => ({
        name: stored.name,
        issuer: stored.issuer,
        clientId: stored.clientId,
        domains: stored.domains,
        scopes: stored.scopes,
        groupsClaim: stored.groupsClaim,
        groupRoles: stored.groupRoles,
        assumeEmailVerified: stored.assumeEmailVerified,
        externalId: stored.externalId,
      })}
      fields={(form) => <IdentityProviderFields {...form} />}
      isComplete={({ name, issuer, clientId, domains }) =>
        [name, issuer, clientId].every((text) => text.trim() !== '') && domains.length > 0
      }
      mayWrite={me.may('identity-providers:write')}
      head={(provider) => (
        <>
          <DomainClaimsNotice provider={provider} />
          <SharedRedirectNotice provider={provider} />
          <RegistrationUrls provider={provider} />
        </>
      )}
      archiveText={t('access.text.archiveProvider')}
      onCreated={props.onCreated}
      close={props.close}
    />
  );
}

/** The URLs to register at the identity provider. */
function RegistrationUrls({ provider }: { readonly provider: IdentityProvider }) {
  return (
    <Stack gap={4} mb="md">
      <Text fz="sm">{t('access.text.register')}</Text>
      <Text fz="xs" c="dimmed" mt={4}>
        {t('access.label.redirectUrl')}
      </Text>
      <CodeText text={provider.redirectUri} label={t('access.action.copyRedirectUrl')} />
      <Text fz="xs" c="dimmed" mt={4}>
        {t('access.label.logoutUrl')}
      </Text>
      <CodeText text={provider.backChannelLogoutUri} label={t('access.action.copyLogoutUrl')} />
    </Stack>
  );
}

function IdentityProviderFields({ draft, error, isNew }: FieldsOf<Values>) {
  const { values, set } = draft;
  const text = (name: 'name' | 'issuer' | 'clientId' | 'groupsClaim', label: string, description: string) => (
    <TextInput
      label={label}
      description={description}
      required={name !== 'groupsClaim'}
      maxLength={255}
      value={values[name]}
      onChange={(event) => set(name, event.currentTarget.value)}
      error={fieldError(error, name)}
    />
  );
  return (
    <>
      {text('name', t('common.label.name'), t('access.hint.providerName'))}
      {text('issuer', t('access.label.issuer'), t('access.hint.issuer'))}
      {text('clientId', t('access.label.clientId'), t('access.hint.clientId'))}
      <PasswordInput
        label={t('access.label.clientSecret')}
        description={isNew ? t('access.hint.newClientSecret') : t('access.hint.clientSecret')}
        autoComplete="off"
        maxLength={1000}
        value={values.clientSecret ?? ''}
        onChange={(event) => set('clientSecret', event.currentTarget.value || undefined)}
        error={fieldError(error, 'clientSecret')}
        visibilityToggleButtonProps={{ 'aria-label': t('access.action.toggleSecret') }}
      />
      <TagsInput
        label={t('access.label.emailDomains')}
        description={t('access.hint.emailDomains')}
        required
        value={[...values.domains]}
        onChange={(domains) => set('domains', domains)}
        splitChars={[',', ' ']}
        error={fieldError(error, 'domains')}
      />
      <TagsInput
        label={t('access.label.scopes')}
        description={t('access.hint.providerScopes')}
        value={[...values.scopes]}
        onChange={(scopes) => set('scopes', scopes)}
        splitChars={[',', ' ']}
        error={fieldError(error, 'scopes')}
      />
      {text('groupsClaim', t('access.label.groupsClaim'), t('access.hint.groupsClaim'))}
      <GroupRolesField
        value={values.groupRoles}
        onChange={(groupRoles) => set('groupRoles', groupRoles)}
        error={fieldError(error, 'groupRoles')}
      />
      <Switch
        label={t('access.label.assumeEmailVerified')}
        description={t('access.hint.assumeEmailVerified')}
        checked={values.assumeEmailVerified}
        onChange={(event) => set('assumeEmailVerified', event.currentTarget.checked)}
      />
      <ExternalIdField draft={draft} error={error} />
    </>
  );
}
