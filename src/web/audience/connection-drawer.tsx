import { NumberInput, PasswordInput, Select, Switch, TextInput } from '@mantine/core';
import type { DestinationConnection } from '../../client/generated/types.gen.ts';
import { fieldError } from '../api/use-draft.ts';
import { useMe } from '../api/use-me.ts';
import { DraftTextField } from '../ui/field/draft-text-field.tsx';
import { ExternalIdField } from '../ui/field/external-id-field.tsx';
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
  /** Only sent when it is given. */
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
const kinds = [
  { value: 'bucket', label: 'S3-compatible bucket' },
  { value: 'folder', label: 'Folder of the server' },
];

/** Makes or changes a destination connection. */
export function ConnectionDrawer(props: {
  readonly id: number | null;
  readonly onCreated: (made: DestinationConnection) => void;
  readonly close: () => void;
}) {
  const me = useMe();
  return (
    <ObjectDrawer
      resource={connectionResource}
      id={props.id}
      fresh={fresh}
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
      archiveText="It is not looked at any more, and nobody is in its segments."
      onCreated={props.onCreated}
      close={props.close}
    />
  );
}

function ConnectionFields({ draft, error, isNew }: FieldsOf<Values>) {
  const { values, set } = draft;
  const text = (name: TextName, label: string, description: string) => (
    <TextInput
      label={label}
      description={description}
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
        label="Name"
        description="Such as the name of the platform"
        required
        maxLength={255}
      />
      <Select
        label="Kind"
        data={kinds}
        allowDeselect={false}
        value={values.kind}
        onChange={(kind) => set('kind', kind === 'folder' ? 'folder' : 'bucket')}
      />
      {values.kind === 'folder' && text('folder', 'Folder', 'Below the folder of deliveries of the server')}
      {values.kind === 'bucket' && (
        <>
          {text('bucket', 'Bucket', 'Its name')}
          {text('prefix', 'Prefix', 'What all keys begin with, such as placard/segments')}
          {text('region', 'Region', 'Such as eu-west-1')}
          {text('endpoint', 'Endpoint', 'Only for a service that is not Amazon’s')}
          {text('accessKeyId', 'Access key', 'Empty: as the environment of the server says; needed with an endpoint')}
          <PasswordInput
            label="Secret of the access key"
            description={isNew ? 'Stored encrypted, never shown' : 'Empty: as before. Stored encrypted, never shown'}
            autoComplete="off"
            maxLength={500}
            value={values.secretAccessKey ?? ''}
            onChange={(event) => set('secretAccessKey', event.currentTarget.value || undefined)}
            error={fieldError(error, 'secretAccessKey')}
            visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the secret' }}
          />
        </>
      )}
      <DraftTextField
        draft={draft}
        error={error}
        name="identifierType"
        label="Kind of identifiers"
        description="That do not say theirs: ui, xz, x5, or the source of an extended identifier"
        maxLength={64}
      />
      <NumberInput
        label="Wrong rows in a hundred"
        description="With more a delivery is refused, and the last good one stays in force"
        min={0}
        max={100}
        value={values.maxBadRowsPercent}
        onChange={(percent) => set('maxBadRowsPercent', Number(percent))}
        error={fieldError(error, 'maxBadRowsPercent')}
      />
      <Switch
        label="Look for deliveries"
        checked={values.active}
        onChange={(event) => set('active', event.currentTarget.checked)}
      />
      <ExternalIdField draft={draft} error={error} />
    </>
  );
}
