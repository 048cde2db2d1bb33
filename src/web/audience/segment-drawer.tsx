import { NumberInput } from '@mantine/core';
import type { Segment } from '../../client/generated/types.gen.ts';
import { fieldError } from '../api/use-draft.ts';
import { useMe } from '../api/use-me.ts';
import { t } from '../i18n/t.ts';
import { DraftTextField } from '../ui/field/draft-text-field.tsx';
import { ExternalIdField } from '../ui/field/external-id-field.tsx';
import { ReferenceSelect } from '../ui/field/reference-select.tsx';
import { ObjectDrawer } from '../ui/form/object-drawer.tsx';
import type { FieldsOf } from '../ui/form/object-drawer-props.ts';
import { connectionChoices, segmentClient } from './segment-resource.ts';

type Values = {
  readonly name: string;
  readonly code: string;
  readonly source: number | null;
  /** Expiry of a membership in seconds. */
  readonly ttl: number;
  readonly externalId: string | null;
};

const secondsPerDay = 24 * 60 * 60;
const maxDays = 400;
const fresh: Values = { name: '', code: '', source: null, ttl: 30 * secondsPerDay, externalId: null };

/** Creates or edits a segment. Its members come from deliveries. */
export function SegmentDrawer(props: {
  readonly id: number | null;
  readonly onCreated: (made: Segment) => void;
  readonly close: () => void;
}) {
  const me = useMe();
  return (
    <ObjectDrawer
      resource={segmentClient}
      id={props.id}
      fresh={fresh}
      valuesOf={({ name, code, source, ttl, externalId }): Values => ({ name, code, source, ttl, externalId })}
      fields={(form) => <SegmentFields {...form} />}
      isComplete={({ name, code }) => [name, code].every((text) => text.trim() !== '')}
      mayWrite={me.may('segments:write')}
      archiveText={t('audience.text.archiveSegment')}
      onCreated={props.onCreated}
      close={props.close}
    />
  );
}

function SegmentFields({ draft, error, isNew }: FieldsOf<Values>) {
  const me = useMe();
  const { values, set } = draft;
  return (
    <>
      <DraftTextField
        draft={draft}
        error={error}
        name="name"
        label={t('common.label.name')}
        description={t('audience.hint.segmentName')}
        required
        maxLength={255}
      />
      <DraftTextField
        draft={draft}
        error={error}
        name="code"
        label={t('audience.label.code')}
        description={t('audience.hint.segmentCode')}
        required
        disabled={!isNew}
        maxLength={100}
      />
      {me.may('destination-connections:read') && (
        <ReferenceSelect
          label={t('audience.label.connection')}
          description={t('audience.hint.segmentSource')}
          source={connectionChoices}
          clearable
          value={values.source}
          onChange={(source) => set('source', source)}
          error={fieldError(error, 'source')}
        />
      )}
      <NumberInput
        label={t('audience.label.expiry')}
        description={t('audience.hint.expiry')}
        min={1}
        max={maxDays}
        value={Math.round(values.ttl / secondsPerDay)}
        onChange={(days) => set('ttl', Number(days) * secondsPerDay)}
        error={fieldError(error, 'ttl')}
      />
      <ExternalIdField draft={draft} error={error} />
    </>
  );
}
