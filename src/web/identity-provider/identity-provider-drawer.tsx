import { PasswordInput, Stack, Switch, TagsInput, Text, TextInput } from '@mantine/core';
import type { IdentityProvider } from '../../client/generated/types.gen.ts';
import { fieldError } from '../api/use-draft.ts';
import { useMe } from '../api/use-me.ts';
import { CodeText } from '../ui/display/code-text.tsx';
import { ExternalIdField } from '../ui/field/external-id-field.tsx';
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
  /** Only sent when it is given. */
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

/** Makes or changes an identity provider. */
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
          <ToRegister provider={provider} />
        </>
      )}
      archiveText="Nobody can sign in there any more. Who has no password here is locked out."
      onCreated={props.onCreated}
      close={props.close}
    />
  );
}

/** What the other side has to know of us. */
function ToRegister({ provider }: { readonly provider: IdentityProvider }) {
  return (
    <Stack gap={4} mb="md">
      <Text fz="xs" c="dimmed">
        Redirect address, to be registered there
      </Text>
      <CodeText text={provider.redirectUri} label="Copy the redirect address" />
      <Text fz="xs" c="dimmed" mt={4}>
        Back-channel logout address, to be registered there
      </Text>
      <CodeText text={provider.backChannelLogoutUri} label="Copy the logout address" />
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
      {text('name', 'Name', 'As people know it, such as the name of the company')}
      {text('issuer', 'Issuer', 'Exactly as it names itself, such as https://login.aurora.example')}
      {text('clientId', 'Client id', 'By which it knows this server')}
      <PasswordInput
        label="Client secret"
        description={isNew ? 'Stored encrypted, never shown' : 'Empty: as before. Stored encrypted, never shown'}
        autoComplete="off"
        maxLength={1000}
        value={values.clientSecret ?? ''}
        onChange={(event) => set('clientSecret', event.currentTarget.value || undefined)}
        error={fieldError(error, 'clientSecret')}
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the client secret' }}
      />
      <TagsInput
        label="E-mail domains"
        description="Of the people who sign in there. Each domain has one active identity provider. Enter after each"
        required
        value={[...values.domains]}
        onChange={(domains) => set('domains', domains)}
        splitChars={[',', ' ']}
        error={fieldError(error, 'domains')}
      />
      <TagsInput
        label="Scopes"
        description="What is asked for; openid has to be among them"
        value={[...values.scopes]}
        onChange={(scopes) => set('scopes', scopes)}
        splitChars={[',', ' ']}
        error={fieldError(error, 'scopes')}
      />
      {text('groupsClaim', 'Claim of groups', 'Part of the id token that lists the groups of a person')}
      <GroupRolesField
        value={values.groupRoles}
        onChange={(groupRoles) => set('groupRoles', groupRoles)}
        error={fieldError(error, 'groupRoles')}
      />
      <Switch
        label="E-mail addresses there are verified"
        description="Only for one that does not say so, and gives out addresses of these domains to their owners alone"
        checked={values.assumeEmailVerified}
        onChange={(event) => set('assumeEmailVerified', event.currentTarget.checked)}
      />
      <ExternalIdField draft={draft} error={error} />
    </>
  );
}
