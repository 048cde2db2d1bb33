import { ActionIcon, Group, NumberInput, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { listCreatives } from '../../../client/generated/sdk.gen.ts';
import type { Creative } from '../../../client/generated/types.gen.ts';
import { client, dataOf } from '../../api/client.ts';
import { fieldError } from '../../api/use-draft.ts';
import { creativeChoices } from '../../creative/model/creative-choices.ts';
import { UploadCreatives } from '../../creative/upload/upload-creatives.tsx';
import { reachedPositions } from '../../inventory/model/booked-inventory.ts';
import { useInventory } from '../../inventory/model/use-inventory.ts';
import { StateBadge, ToneBadge } from '../../ui/display/badges.tsx';
import { Icon } from '../../ui/display/icon.tsx';
import { ReferenceSelect } from '../../ui/field/reference-select.tsx';
import { TextLink } from '../../ui/page/link.tsx';
import type { BookedCreative } from '../model/booking-values.ts';
import { EditorSection } from './editor-section.tsx';
import type { SectionProps } from './section-props.ts';

/** What is shown: creatives of the campaign's brands, each with its weight beside the others. */
export function CreativesSection({
  draft,
  error,
  brandIds,
  onPendingFiles,
}: SectionProps & {
  readonly brandIds: readonly number[];
  readonly onPendingFiles: (files: readonly string[]) => void;
}) {
  const { values, set } = draft;
  const formats = useBookedFormats(values);
  const source = useMemo(() => creativeChoices({ brandIds }), [brandIds]);
  const booked = useBookedCreatives(values.creatives);
  const add = (creativeId: number) =>
    draft.update('creatives', (creatives) =>
      creatives.some((one) => one.creativeId === creativeId)
        ? creatives
        : [...creatives, { creativeId, weight: 1, startDate: null, endDate: null }],
    );
  const change = (creativeId: number, weight: number) =>
    set(
      'creatives',
      values.creatives.map((one) => (one.creativeId === creativeId ? { ...one, weight } : one)),
    );
  return (
    <EditorSection
      fields={['creatives']}
      title="Creatives"
      lead="Inside the booking they take turns by weight. A position shows those of its format."
    >
      {values.creatives.map((one) => (
        <BookedRow
          key={one.creativeId}
          one={one}
          creative={booked.get(one.creativeId)}
          fits={formats.size === 0 || formats.has(booked.get(one.creativeId)?.formatId ?? 0)}
          onWeight={(weight) => change(one.creativeId, weight)}
          onRemove={() =>
            set(
              'creatives',
              values.creatives.filter(({ creativeId }) => creativeId !== one.creativeId),
            )
          }
        />
      ))}
      <ReferenceSelect
        label="Add from the library"
        placeholder="Name of a creative"
        source={source}
        value={null}
        onChange={(id) => id !== null && add(id)}
        error={fieldError(error, 'creatives')}
      />
      <UploadCreatives
        brandIds={brandIds}
        formatIds={[...formats]}
        onUploaded={({ id }) => add(id)}
        onPending={onPendingFiles}
      />
    </EditorSection>
  );
}

function BookedRow({
  one,
  creative,
  fits,
  onWeight,
  onRemove,
}: {
  readonly one: BookedCreative;
  readonly creative: Creative | undefined;
  readonly fits: boolean;
  readonly onWeight: (weight: number) => void;
  readonly onRemove: () => void;
}) {
  const name = creative?.name ?? `#${one.creativeId}`;
  return (
    <Group gap="sm" wrap="nowrap" align="center">
      <div style={{ flex: 1, minWidth: 0 }}>
        <TextLink to={`/creatives/${one.creativeId}`} fz="sm">
          {name}
        </TextLink>
        <Group gap={6}>
          {creative !== undefined && <StateBadge state={creative.state} />}
          {creative !== undefined && !fits && (
            <ToneBadge
              text="Fits no booked position"
              tone="bad"
              means="No booked position has the format of this creative."
            />
          )}
          <Text fz="xs" c="dimmed">
            {creative?.width ? `${creative.width} × ${creative.height}` : creative?.kind}
          </Text>
        </Group>
      </div>
      <NumberInput
        aria-label={`Weight of ${name}`}
        size="xs"
        w={76}
        min={1}
        max={1000}
        allowDecimal={false}
        value={one.weight}
        onChange={(weight) => onWeight(Math.max(1, Number(weight)))}
      />
      <ActionIcon color="gray" onClick={onRemove} aria-label={`Remove ${name}`}>
        <Icon name="remove" />
      </ActionIcon>
    </Group>
  );
}

function useBookedCreatives(creatives: readonly BookedCreative[]): ReadonlyMap<number, Creative> {
  const ids = creatives.map(({ creativeId }) => creativeId).sort((one, other) => one - other);
  const { data } = useQuery({
    queryKey: ['creatives', 'booked', ...ids],
    queryFn: () => dataOf(listCreatives({ client, query: { id: ids, includeArchived: 'true', limit: 500 } })),
    enabled: ids.length > 0,
  });
  return new Map((data ?? []).map((creative) => [creative.id, creative]));
}

/** Formats of the positions that are booked. */
function useBookedFormats(values: SectionProps['draft']['values']): ReadonlySet<number> {
  const { data } = useInventory();
  if (data === undefined) return new Set();
  const reached = reachedPositions(values, data);
  return new Set(data.positions.filter(({ id }) => reached.has(id)).map(({ formatId }) => formatId));
}
