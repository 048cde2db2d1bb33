import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Position } from '../../../client/generated/types.gen.ts';
import { objectWithEtag } from '../../api/client.ts';
import { fieldError } from '../../api/use-draft.ts';
import { useMe } from '../../api/use-me.ts';
import { RichText } from '../../i18n/rich-text.tsx';
import { t } from '../../i18n/t.ts';
import { DraftTextField } from '../../ui/field/draft-text-field.tsx';
import { ExternalIdField } from '../../ui/field/external-id-field.tsx';
import { ReferenceSelect } from '../../ui/field/reference-select.tsx';
import { TagsInput } from '../../ui/field/selects.tsx';
import { ObjectDrawer } from '../../ui/form/object-drawer.tsx';
import type { FieldsOf } from '../../ui/form/object-drawer-props.ts';
import { formatChoices } from '../model/format-choices.ts';
import { locationChoices } from '../model/inventory-choices.ts';
import { formatClient, locationClient, positionClient } from '../model/inventory-resources.ts';
import { LimitFields, type LimitValues } from './limit-fields.tsx';
import { PositionHead } from './position-head.tsx';

type Values = LimitValues & {
  readonly locationId: number | null;
  readonly formatId: number | null;
  readonly code: string;
  readonly name: string | null;
  readonly blockedLabels: readonly string[];
  readonly externalId: string | null;
};

/** The form that creates, shows or changes a position. */
export function PositionDrawer(props: {
  readonly id: number | null;
  readonly locationId?: number;
  readonly onCreated?: (position: { readonly id: number }) => void;
  readonly close: () => void;
}) {
  const me = useMe();
  const fresh: Values = {
    locationId: props.locationId ?? null,
    formatId: null,
    code: '',
    name: null,
    blockedLabels: [],
    externalId: null,
    floor: null,
    maxAds: null,
    maxPerBrand: null,
  };
  return (
    <ObjectDrawer
      resource={positionClient}
      id={props.id}
      fresh={fresh}
      valuesOf={valuesOf}
      fields={(form) => <PositionFields {...form} />}
      isComplete={({ locationId, formatId }) => locationId !== null && formatId !== null}
      mayWrite={me.may('inventory:write')}
      head={(position) => <PositionHead position={position} />}
      archiveText={t('inventory.text.archivePosition')}
      onCreated={props.onCreated}
      close={props.close}
    />
  );
}

function valuesOf(stored: Position): Values {
  const { locationId, formatId, code, name, slotName, blockedLabels, externalId, floor, maxAds, maxPerBrand } = stored;
  return {
    locationId,
    formatId,
    code,
    // Null keeps a default name equal to the slot name.
    name: name === slotName ? null : name,
    blockedLabels,
    externalId,
    floor,
    maxAds,
    maxPerBrand,
  };
}

function PositionFields({ draft, error, isNew }: FieldsOf<Values>) {
  const { values, set } = draft;
  return (
    <Stack gap="sm">
      <ReferenceSelect
        label={t('inventory.label.location')}
        required
        source={locationChoices}
        value={values.locationId}
        onChange={(id) => set('locationId', id)}
        error={fieldError(error, 'locationId')}
      />
      <ReferenceSelect
        label={t('inventory.label.format')}
        required
        source={formatChoices}
        value={values.formatId}
        onChange={(id) => set('formatId', id)}
        error={fieldError(error, 'formatId')}
      />
      <DraftTextField
        draft={draft}
        error={error}
        name="code"
        label={t('inventory.label.code')}
        description={t('inventory.hint.positionCode')}
        maxLength={100}
      />
      {isNew && <SlotNameHint {...values} />}
      <DraftTextField
        draft={draft}
        error={error}
        name="name"
        emptyIsNull
        label={t('common.label.name')}
        description={t('inventory.hint.nameOrSlotName')}
        maxLength={255}
      />
      <TagsInput
        label={t('inventory.label.blockedLabels')}
        description={t('inventory.hint.blockedLabels')}
        value={[...values.blockedLabels]}
        onChange={(labels) => set('blockedLabels', labels)}
        splitChars={[',', ' ']}
        error={fieldError(error, 'blockedLabels')}
      />
      <LimitFields values={values} setFloor={(floor) => set('floor', floor)} setCount={set} error={error} />
      <ExternalIdField draft={draft} error={error} />
    </Stack>
  );
}

/** The slot name that a new position will get. */
function SlotNameHint(props: {
  readonly locationId: number | null;
  readonly formatId: number | null;
  readonly code: string;
}) {
  const location = useQuery({
    queryKey: ['locations', 'one', props.locationId],
    queryFn: () => objectWithEtag(locationClient.read(props.locationId ?? 0)),
    enabled: props.locationId !== null,
  });
  const format = useQuery({
    queryKey: ['formats', 'one', props.formatId],
    queryFn: () => objectWithEtag(formatClient.read(props.formatId ?? 0)),
    enabled: props.formatId !== null,
  });
  if (location.data === undefined || format.data === undefined) return null;
  return (
    <Text fz="sm" c="dimmed" aria-live="polite">
      <RichText
        id="inventory.hint.slotName"
        elements={{ code: <Text component="code" ff="monospace" fz="xs" c="var(--mantine-color-text)" /> }}
        values={{ slotName: `${location.data.object.code}${props.code}-${format.data.object.code}` }}
      />
    </Text>
  );
}
