import { NumberInput } from '@mantine/core';
import type { Segment } from '../../client/generated/types.gen.ts';
import { fieldError } from '../api/use-draft.ts';
import { useMe } from '../api/use-me.ts';
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
  /** Seconds. */
  readonly ttl: number;
  readonly externalId: string | null;
};

const secondsPerDay = 24 * 60 * 60;
const longestDays = 400;
const fresh: Values = { name: '', code: '', source: null, ttl: 30 * secondsPerDay, externalId: null };

/** Makes or changes a segment; who is in it comes by deliveries. */
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
      archiveText="Nobody is in it any more: bookings that target it are shown to nobody by it."
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
        label="Name"
        description="For people"
        required
        maxLength={255}
      />
      <DraftTextField
        draft={draft}
        error={error}
        name="code"
        label="Code"
        description="By which deliveries and targeting name it; it stays"
        required
        disabled={!isNew}
        maxLength={100}
      />
      {me.may('destination-connections:read') && (
        <ReferenceSelect
          label="Destination connection"
          description="Whose deliveries fill it. None: back ends, by attributes"
          source={connectionChoices}
          clearable
          value={values.source}
          onChange={(source) => set('source', source)}
          error={fieldError(error, 'source')}
        />
      )}
      <NumberInput
        label="Days"
        description="For which somebody stays in it whom no delivery confirms"
        min={1}
        max={longestDays}
        value={Math.round(values.ttl / secondsPerDay)}
        onChange={(days) => set('ttl', Number(days) * secondsPerDay)}
        error={fieldError(error, 'ttl')}
      />
      <ExternalIdField draft={draft} error={error} />
    </>
  );
}
