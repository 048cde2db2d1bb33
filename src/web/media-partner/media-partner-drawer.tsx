import { Checkbox, Group, Switch } from '@mantine/core';
import type { MediaPartner, MediaPartnerBody } from '../../client/generated/types.gen.ts';
import { fieldError } from '../api/use-draft.ts';
import { useMe } from '../api/use-me.ts';
import { t } from '../i18n/t.ts';
import { DraftTextField } from '../ui/field/draft-text-field.tsx';
import { ExternalIdField } from '../ui/field/external-id-field.tsx';
import { TagsInput } from '../ui/field/selects.tsx';
import { SystemIdsField } from '../ui/field/system-ids-field.tsx';
import { ObjectDrawer } from '../ui/form/object-drawer.tsx';
import type { FieldsOf } from '../ui/form/object-drawer-props.ts';
import { partnerRoles } from './media-partner-labels.ts';
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

/** The form that creates or changes a media partner. */
export function MediaPartnerDrawer(props: {
  readonly id: number | null;
  readonly name?: string;
  readonly onCreated?: ((made: MediaPartner) => void) | undefined;
  readonly close: () => void;
}) {
  const me = useMe();
  return (
    <ObjectDrawer
      resource={mediaPartnerClient}
      id={props.id}
      fresh={{ ...fresh, name: props.name ?? '' }}
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
      archiveText={t('mediaPartner.text.archive')}
      onCreated={props.onCreated}
      close={props.close}
    />
  );
}

function MediaPartnerFields({ draft, error }: FieldsOf<Values>) {
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
      <Checkbox.Group
        label={t('mediaPartner.label.roles')}
        description={t('mediaPartner.hint.roles')}
        required
        value={[...values.roles]}
        onChange={(roles) => set('roles', roles as Role[])}
        error={fieldError(error, 'roles')}
      >
        <Group mt={6}>
          {partnerRoles.map((role) => (
            <Checkbox key={role} value={role} label={t(`mediaPartner.role.${role}`)} />
          ))}
        </Group>
      </Checkbox.Group>
      <TagsInput
        label={t('mediaPartner.label.domains')}
        description={t('mediaPartner.hint.domains')}
        value={[...values.domains]}
        onChange={(domains) => set('domains', domains)}
        splitChars={[',', ' ']}
        error={fieldError(error, 'domains')}
      />
      <Switch
        label={t('common.label.active')}
        description={t('mediaPartner.hint.active')}
        checked={values.active}
        onChange={(event) => set('active', event.currentTarget.checked)}
      />
      <ExternalIdField draft={draft} error={error} />
      <DraftTextField
        draft={draft}
        error={error}
        name="externalKey"
        emptyIsNull
        label={t('mediaPartner.label.externalKey')}
        description={t('mediaPartner.hint.externalKey')}
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
