import { Button, Group, SimpleGrid, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { creativeChoices } from '../../creative/model/creative-choices.ts';
import { t } from '../../i18n/t.ts';
import { Icon } from '../../ui/display/icon.tsx';
import { ReferenceMultiSelect, ReferenceSelect } from '../../ui/field/reference-select.tsx';
import type { BulkDraft } from './bulk-draft.ts';
import { BulkPart } from './bulk-list-fields.tsx';

const CreativePicker = lazy(async () => ({
  default: (await import('../../creative/picker/creative-picker.tsx')).CreativePicker,
}));

const allCreatives = creativeChoices({});
const none: readonly never[] = [];

/** Adds or removes creatives, or replaces one creative by another. */
export function BulkCreativeFields({
  value,
  onChange,
  onCovered,
}: {
  readonly value: BulkDraft['creatives'];
  readonly onChange: (value: BulkDraft['creatives']) => void;
  /** Called when the creative picker opens in front of the dialog, and when it closes. */
  readonly onCovered: (isCovered: boolean) => void;
}) {
  const { mode, ids, replaced, replacement } = value;
  const [isPicking, setPicking] = useState(false);
  const pick = (isOpen: boolean) => {
    setPicking(isOpen);
    onCovered(isOpen);
  };
  return (
    <BulkPart
      title={t('booking.label.creatives')}
      mode={mode}
      onMode={(next) => onChange({ ...value, mode: next })}
      labelOf={(option) => t(`bulkEdit.creativesMode.${option}`)}
    >
      {mode === 'replace' ? (
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
          <ReferenceSelect
            label={t('bulkEdit.label.replacedCreative')}
            source={allCreatives}
            value={replaced}
            onChange={(id) => onChange({ ...value, replaced: id })}
          />
          <ReferenceSelect
            label={t('bulkEdit.label.newCreative')}
            source={allCreatives}
            value={replacement}
            onChange={(id) => onChange({ ...value, replacement: id })}
          />
        </SimpleGrid>
      ) : (
        <>
          <ReferenceMultiSelect
            label={t('booking.label.creatives')}
            source={allCreatives}
            value={ids}
            onChange={(next) => onChange({ ...value, ids: next })}
          />
          <Group>
            <Button variant="default" leftSection={<Icon name="add" />} onClick={() => pick(true)}>
              {t('booking.action.selectCreatives')}
            </Button>
          </Group>
        </>
      )}
      {mode !== 'remove' && (
        <Text fz="xs" c="dimmed">
          {t('bulkEdit.hint.addCreatives')}
        </Text>
      )}
      {isPicking && (
        <Suspense>
          <CreativePicker
            brandIds={none}
            formatIds={none}
            booked={ids.map((id) => ({ id, formatId: 0 }))}
            onAdd={(added) => onChange({ ...value, ids: [...ids, ...added] })}
            close={() => pick(false)}
          />
        </Suspense>
      )}
    </BulkPart>
  );
}
