import { Fieldset, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../../i18n/t.ts';
import { TargetingBuilder } from '../../targeting/targeting-builder.tsx';
import { MultiSelect, Select, TagsInput } from '../../ui/field/selects.tsx';
import { type BulkDraft, type BulkMode, bulkModes } from './bulk-draft.ts';
import { type ConditionKind, conditionKinds } from './targeting-change.ts';

type PartProps<Part extends keyof BulkDraft> = {
  readonly value: BulkDraft[Part];
  readonly onChange: (value: BulkDraft[Part]) => void;
};

/** Fields of one part of a bulk edit, below the choice of what to do with it. */
export function BulkPart({
  title,
  mode,
  onMode,
  labelOf,
  children,
}: {
  readonly title: string;
  readonly mode: BulkMode;
  readonly onMode: (mode: BulkMode) => void;
  readonly labelOf: (mode: BulkMode) => string;
  readonly children: ReactNode;
}) {
  return (
    <Fieldset legend={title} p="sm">
      <Stack gap="sm">
        <Select
          aria-label={t('bulkEdit.label.changeOf', { field: title })}
          data={bulkModes.map((value) => ({ value, label: labelOf(value) }))}
          value={mode}
          allowDeselect={false}
          onChange={(next) => onMode((next ?? 'keep') as BulkMode)}
        />
        {mode !== 'keep' && children}
      </Stack>
    </Fieldset>
  );
}

/** Adds, removes or replaces exclusion labels. */
export function BulkLabelFields({ value, onChange }: PartProps<'labels'>) {
  const title = t('booking.label.exclusionLabels');
  return (
    <BulkPart
      title={title}
      mode={value.mode}
      onMode={(mode) => onChange({ ...value, mode })}
      labelOf={(mode) => t(`bulkEdit.labelsMode.${mode}`)}
    >
      <TagsInput
        label={title}
        description={t('booking.hint.exclusionLabels')}
        value={[...value.values]}
        onChange={(values) => onChange({ ...value, values })}
        acceptValueOnBlur
      />
    </BulkPart>
  );
}

/** Adds conditions, removes all conditions of some kinds, or replaces the targeting. */
export function BulkTargetingFields({ value, onChange }: PartProps<'targeting'>) {
  return (
    <BulkPart
      title={t('booking.label.targeting')}
      mode={value.mode}
      onMode={(mode) => onChange({ ...value, mode })}
      labelOf={(mode) => t(`bulkEdit.targetingMode.${mode}`)}
    >
      {value.mode === 'remove' ? (
        <MultiSelect
          label={t('bulkEdit.label.conditions')}
          data={conditionKinds.map((kind) => ({ value: kind, label: conditionKindLabel(kind) }))}
          value={[...value.kinds]}
          onChange={(kinds) => onChange({ ...value, kinds: kinds as ConditionKind[] })}
          searchable
          nothingFoundMessage={t('common.text.noResults')}
        />
      ) : (
        <div>
          <TargetingBuilder tree={value.tree} onChange={(tree) => onChange({ ...value, tree })} error={undefined} />
          <Text fz="xs" c="dimmed" mt={4}>
            {t(value.mode === 'add' ? 'bulkEdit.hint.addTargeting' : 'bulkEdit.hint.replaceTargeting')}
          </Text>
        </div>
      )}
    </BulkPart>
  );
}

function conditionKindLabel(kind: ConditionKind): string {
  switch (kind) {
    case 'parameter':
      return t('targeting.label.pageParameter');
    case 'pageUrl':
      return t('targeting.label.pageUrl');
    case 'coordinates':
      return t('targeting.label.nearCoordinates');
    case 'daypart':
      return t('targeting.label.daypart');
    default:
      return t(`labels.targetingFact.${kind}`);
  }
}
