import { Checkbox, Group, Switch, TagsInput } from '@mantine/core';
import type { MediaPartner, MediaPartnerBody } from '../../client/generated/types.gen.ts';
import { fieldError } from '../api/use-draft.ts';
import { useMe } from '../api/use-me.ts';
import { DraftTextField } from '../ui/field/draft-text-field.tsx';
import { ExternalIdField } from '../ui/field/external-id-field.tsx';
import { SystemIdsField } from '../ui/field/system-ids-field.tsx';
import { ObjectDrawer } from '../ui/form/object-drawer.tsx';
import type { FieldsOf } from '../ui/form/object-drawer-props.ts';
import { partnerRoleLabels } from './media-partner-labels.ts';
import { mediaPartnerClient } from './media-partner-resources.ts';

type Role = MediaPartnerBody['roles'][number];
type Values = {
  readonly name: string;
  readonly roles: readonly Role[];
  readonly domains: readonly string[];
  readonly active: boolean;
  readonly externalId: string | null;
  readonly externalKey: string | null;
  readonly subsystemExternalIds: Readonly<Record<string, string>>;
};

const fresh: Values = {
  name: '',
  roles: ['ADVERTISER', 'INVOICE'],
  domains: [],
  active: true,
  externalId: null,
  externalKey: null,
  subsystemExternalIds: {},
};

/** Makes or changes a media partner. */
export function MediaPartnerDrawer(props: {
  readonly id: number | null;
  readonly onCreated?: (made: MediaPartner) => void;
  readonly close: () => void;
}) {
  const me = useMe();
  return (
    <ObjectDrawer
      resource={mediaPartnerClient}
      id={props.id}
      fresh={fresh}
      valuesOf={(stored): Values => ({
        name: stored.name,
        roles: stored.roles as Role[],
        domains: stored.domains,
        active: stored.active,
        externalId: stored.externalId,
        externalKey: stored.externalKey,
        subsystemExternalIds: stored.subsystemExternalIds,
      })}
      fields={(form) => <MediaPartnerFields {...form} />}
      isComplete={({ name, roles }) => name.trim() !== '' && roles.length > 0}
      mayWrite={me.may('media-partners:write')}
      archiveText="It must not have campaigns that run. Its reports stay."
      {...(props.onCreated === undefined ? {} : { onCreated: props.onCreated })}
      close={props.close}
    />
  );
}

function MediaPartnerFields({ draft, error }: FieldsOf<Values>) {
  const { values, set } = draft;
  return (
    <>
      <DraftTextField draft={draft} error={error} name="name" label="Name" required data-autofocus maxLength={255} />
      <Checkbox.Group
        label="Roles"
        description="Campaigns name an advertiser, and who is invoiced"
        required
        value={[...values.roles]}
        onChange={(roles) => set('roles', roles as Role[])}
        error={fieldError(error, 'roles')}
      >
        <Group mt={6}>
          {Object.entries(partnerRoleLabels).map(([role, label]) => (
            <Checkbox key={role} value={role} label={label} />
          ))}
        </Group>
      </Checkbox.Group>
      <TagsInput
        label="Domains"
        description="Host names; Enter after each"
        value={[...values.domains]}
        onChange={(domains) => set('domains', domains)}
        splitChars={[',', ' ']}
        error={fieldError(error, 'domains')}
      />
      <Switch
        label="Active"
        description="Off: left out of lists and choices"
        checked={values.active}
        onChange={(event) => set('active', event.currentTarget.checked)}
      />
      <ExternalIdField draft={draft} error={error} />
      <DraftTextField
        draft={draft}
        error={error}
        name="externalKey"
        emptyIsNull
        label="External key"
        description="A second key in a system of yours"
        maxLength={100}
      />
      <SystemIdsField
        value={values.subsystemExternalIds}
        onChange={(ids) => set('subsystemExternalIds', ids)}
        error={fieldError(error, 'subsystemExternalIds')}
      />
    </>
  );
}
