import { ActionIcon, Button, Group, NumberInput, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { listCreatives } from '../../../client/generated/sdk.gen.ts';
import type { Creative } from '../../../client/generated/types.gen.ts';
import { client, dataOf } from '../../api/client.ts';
import { fieldError } from '../../api/use-draft.ts';
import { kindLabel } from '../../creative/model/kind-labels.ts';
import { MissingFormats } from '../../creative/picker/missing-formats.tsx';
import { TrackerFields } from '../../creative/tracker-fields.tsx';
import { UploadCreatives } from '../../creative/upload/upload-creatives.tsx';
import { t } from '../../i18n/t.ts';
import { reachedPositions } from '../../inventory/model/booked-inventory.ts';
import { useInventory } from '../../inventory/model/use-inventory.ts';
import { StateBadge, ToneBadge } from '../../ui/display/badges.tsx';
import { Icon } from '../../ui/display/icon.tsx';
import { TextLink } from '../../ui/page/link.tsx';
import type { BookedCreative } from '../model/booking-values.ts';
import { EditorSection } from './editor-section.tsx';
import { EditorField } from './requested-field.tsx';
import { RotationFields } from './rotation-fields.tsx';
import type { SectionProps } from './section-props.ts';

const CreativePicker = lazy(async () => ({
  default: (await import('../../creative/picker/creative-picker.tsx')).CreativePicker,
}));

/** Creatives of the brands of the campaign, each with its weight. */
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
  const formatIds = [...formats];
  const [isPicking, setPicking] = useState(false);
  const errorText = fieldError(error, 'creatives');
  const booked = useBookedCreatives(values.creatives);
  const add = (creativeId: number) =>
    draft.update('creatives', (creatives) =>
      creatives.some((booked) => booked.creativeId === creativeId)
        ? creatives
        : [...creatives, { creativeId, weight: 1, startDate: null, endDate: null }],
    );
  const change = (creativeId: number, weight: number) =>
    set(
      'creatives',
      values.creatives.map((entry) => (entry.creativeId === creativeId ? { ...entry, weight } : entry)),
    );
  return (
    <EditorSection
      required={values.sponsored === null}
      fields={['creatives', 'rotation', 'holdoutPercent', 'trackers']}
      title={t('booking.title.creatives')}
      lead={t('booking.hint.creatives')}
    >
      {values.creatives.map((entry) => (
        <BookedRow
          key={entry.creativeId}
          entry={entry}
          creative={booked.get(entry.creativeId)}
          hasBookedFormat={formats.size === 0 || formats.has(booked.get(entry.creativeId)?.formatId ?? 0)}
          // Optimized rotation ignores the weights.
          onWeight={
            ['weighted', 'ab_test'].includes(values.rotation) ? (weight) => change(entry.creativeId, weight) : null
          }
          onRemove={() =>
            set(
              'creatives',
              values.creatives.filter(({ creativeId }) => creativeId !== entry.creativeId),
            )
          }
        />
      ))}
      <RotationFields draft={draft} error={error} />
      <EditorField name="trackers">
        <TrackerFields draft={draft} error={error} />
      </EditorField>
      <MissingFormats formatIds={formatIds} creatives={[...booked.values()]} />
      {errorText !== undefined && (
        <Text fz="xs" c="var(--mantine-color-error)">
          {errorText}
        </Text>
      )}
      <EditorField name="creatives">
        <Button variant="default" leftSection={<Icon name="add" />} onClick={() => setPicking(true)}>
          {t('booking.action.selectCreatives')}
        </Button>
      </EditorField>
      {isPicking && (
        <Suspense>
          <CreativePicker
            brandIds={brandIds}
            formatIds={formatIds}
            booked={values.creatives.map(({ creativeId: id }) => ({ id, formatId: booked.get(id)?.formatId ?? 0 }))}
            onAdd={(ids) => {
              for (const id of ids) add(id);
            }}
            close={() => setPicking(false)}
          />
        </Suspense>
      )}
      <UploadCreatives
        brandIds={brandIds}
        formatIds={formatIds}
        onUploaded={({ id }) => add(id)}
        onPending={onPendingFiles}
      />
    </EditorSection>
  );
}

function BookedRow({
  entry,
  creative,
  hasBookedFormat,
  onWeight,
  onRemove,
}: {
  readonly entry: BookedCreative;
  readonly creative: Creative | undefined;
  readonly hasBookedFormat: boolean;
  /** null: the weight is not used. */
  readonly onWeight: ((weight: number) => void) | null;
  readonly onRemove: () => void;
}) {
  const name = creative?.name ?? `#${entry.creativeId}`;
  return (
    <Group gap="sm" wrap="nowrap" align="center">
      <div style={{ flex: 1, minWidth: 0 }}>
        <TextLink to={`/creatives/${entry.creativeId}`} fz="sm">
          {name}
        </TextLink>
        <Group gap={6}>
          {creative !== undefined && <StateBadge state={creative.state} />}
          {creative !== undefined && !hasBookedFormat && (
            <ToneBadge text={t('booking.label.formatMismatch')} tone="bad" hint={t('booking.hint.formatMismatch')} />
          )}
          <Text fz="xs" c="dimmed">
            {creative !== undefined && sizeOrKind(creative)}
          </Text>
        </Group>
      </div>
      {onWeight !== null && (
        <NumberInput
          aria-label={t('booking.label.weightOf', { name })}
          size="xs"
          w={76}
          min={1}
          max={1000}
          allowDecimal={false}
          value={entry.weight}
          onChange={(weight) => onWeight(Math.max(1, Number(weight)))}
        />
      )}
      <ActionIcon color="gray" onClick={onRemove} aria-label={t('booking.action.removeItem', { name })}>
        <Icon name="remove" />
      </ActionIcon>
    </Group>
  );
}

function sizeOrKind({ width, height, kind }: Creative): string {
  return width ? `${width}\u00a0×\u00a0${height}` : kindLabel(kind);
}

function useBookedCreatives(creatives: readonly BookedCreative[]): ReadonlyMap<number, Creative> {
  const ids = creatives.map(({ creativeId }) => creativeId).sort((a, b) => a - b);
  const { data } = useQuery({
    queryKey: ['creatives', 'booked', ...ids],
    queryFn: () => dataOf(listCreatives({ client, query: { id: ids, includeArchived: 'true', limit: 500 } })),
    enabled: ids.length > 0,
  });
  return new Map((data ?? []).map((creative) => [creative.id, creative]));
}

/** Formats of the booked positions. */
function useBookedFormats(values: SectionProps['draft']['values']): ReadonlySet<number> {
  const { data } = useInventory();
  if (data === undefined) return new Set();
  const reached = reachedPositions(values, data);
  return new Set(data.positions.filter(({ id }) => reached.has(id)).map(({ formatId }) => formatId));
}
