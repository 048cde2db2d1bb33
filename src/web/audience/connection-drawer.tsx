import { NumberInput, PasswordInput, Switch, TextInput } from '@mantine/core';
import type { DestinationConnection } from '../../client/generated/types.gen.ts';
import { fieldError } from '../api/use-draft.ts';
import { useMe } from '../api/use-me.ts';
import { t } from '../i18n/t.ts';
import { DraftTextField } from '../ui/field/draft-text-field.tsx';
import { ExternalIdField } from '../ui/field/external-id-field.tsx';
import { Select } from '../ui/field/selects.tsx';
import { ObjectDrawer } from '../ui/form/object-drawer.tsx';
import type { FieldsOf } from '../ui/form/object-drawer-props.ts';
import { connectionResource } from './segment-resource.ts';

type Values = {
  readonly name: string;
  readonly kind: 'bucket' | 'folder';
  readonly folder: string | null;
  readonly bucket: string | null;
  readonly prefix: string | null;
  readonly region: string | null;
  readonly endpoint: string | null;
  readonly accessKeyId: string | null;
  /** Write-only. Undefined: unchanged. */
  readonly secretAccessKey?: string;
  readonly identifierType: string;
  readonly maxBadRowsPercent: number;
  readonly active: boolean;
  readonly externalId: string | null;
};
type TextName = 'folder' | 'bucket' | 'prefix' | 'region' | 'endpoint' | 'accessKeyId';

const fresh: Values = {
  name: '',
  kind: 'bucket',
  folder: null,
  bucket: null,
  prefix: null,
  region: null,
  endpoint: null,
  accessKeyId: null,
  identifierType: 'ui',
  maxBadRowsPercent: 5,
  active: true,
  externalId: null,
};
const kinds = ['bucket', 'folder'] as const;

/** Creates or edits a destination connection. */
export function ConnectionDrawer(props: {
  readonly id: number | null;
  readonly name?: string;
  readonly onCreated: (made: DestinationConnection) => void;
  readonly close: () => void;
}) {
  const me = useMe();
  return (
    <ObjectDrawer
      resource={connectionResource}
      id={props.id}
      fresh={{ ...fresh, name: props.name ?? '' }}
      valuesOf={(stored): Values => ({
        name: stored.name,
        kind: stored.kind,
        folder: stored.folder,
        bucket: stored.bucket,
        prefix: stored.prefix,
        region: stored.region,
        endpoint: stored.endpoint,
        accessKeyId: stored.accessKeyId,
        identifierType: stored.identifierType,
        maxBadRowsPercent: stored.maxBadRowsPercent,
        active: stored.active,
        externalId: stored.externalId,
      })}
      fields={(form) => <ConnectionFields {...form} />}
      isComplete={({ name, kind, folder, bucket }) =>
        name.trim() !== '' && (kind === 'folder' ? folder : bucket) !== null
      }
      mayWrite={me.may('destination-connections:write')}
      archiveText={t('audience.text.archiveConnection')}
      onCreated={props.onCreated}
      close={props.close}
    />
  );
}

function ConnectionFields({ draft, error, isNew }: FieldsOf<Values>) {
  const { values, set } = draft;
  const text = (name: TextName) => (
    <TextInput
      label={t(`audience.label.${name}`)}
      description={t(`audience.hint.${name}`)}
      maxLength={500}
      value={values[name] ?? ''}
      onChange={(event) => set(name, event.currentTarget.value || null)}
      error={fieldError(error, name)}
    />
  );
  return (
    <>
      <DraftTextField
        draft={draft}
        error={error}
        name="name"
        label={t('common.label.name')}
        description={t('audience.hint.connectionName')}
        required
        maxLength={255}
      />
      <Select
        label={t('audience.label.kind')}
        data={kinds.map((value) => ({ value, label: t(`audience.connectionKind.${value}`) }))}
        allowDeselect={false}
        value={values.kind}
        onChange={(kind) => set('kind', kind === 'folder' ? 'folder' : 'bucket')}
      />
      {values.kind === 'folder' && text('folder')}
      {values.kind === 'bucket' && (
        <>
          {text('bucket')}
          {text('prefix')}
          {text('region')}
          {text('endpoint')}
          {text('accessKeyId')}
          <PasswordInput
            label={t('audience.label.secretAccessKey')}
            description={t(isNew ? 'audience.hint.newSecret' : 'audience.hint.storedSecret')}
            autoComplete="off"
            maxLength={500}
            value={values.secretAccessKey ?? ''}
            onChange={(event) => set('secretAccessKey', event.currentTarget.value || undefined)}
            error={fieldError(error, 'secretAccessKey')}
            visibilityToggleButtonProps={{ 'aria-label': t('audience.label.toggleSecret') }}
          />
        </>
      )}
      <DraftTextField
        draft={draft}
        error={error}
        name="identifierType"
        label={t('audience.label.identifierType')}
        description={t('audience.hint.identifierType')}
        maxLength={64}
      />
      <NumberInput
        label={t('audience.label.maxBadRows')}
        description={t('audience.hint.maxBadRows')}
        min={0}
        max={100}
        value={values.maxBadRowsPercent}
        onChange={(percent) => set('maxBadRowsPercent', Number(percent))}
        error={fieldError(error, 'maxBadRowsPercent')}
      />
      <Switch
        label={t('audience.label.checkDeliveries')}
        checked={values.active}
        onChange={(event) => set('active', event.currentTarget.checked)}
      />
      <ExternalIdField draft={draft} error={error} />
    </>
  );
}
