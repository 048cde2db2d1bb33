import { Text } from '@mantine/core';
import { fieldError } from '../../api/use-draft.ts';
import { t } from '../../i18n/t.ts';
import { InventoryPicker } from '../../inventory/inventory-picker.tsx';
import { reachedPositions } from '../../inventory/model/booked-inventory.ts';
import { useInventory } from '../../inventory/model/use-inventory.ts';
import { EditorSection } from './editor-section.tsx';
import { EditorField } from './requested-field.tsx';
import type { SectionProps } from './section-props.ts';

const fields = ['positionIds', 'locationIds', 'publicationIds', 'publisherIds'] as const;

/** Booked inventory, selected from the tree. */
export function InventorySection({ draft, error }: SectionProps) {
  const { values, set } = draft;
  const { data } = useInventory();
  const count = data === undefined ? 0 : reachedPositions(values, data).size;
  const errors = fields.flatMap((field) => fieldError(error, field) ?? []);
  return (
    <EditorSection required fields={fields} title={t('booking.title.inventory')} lead={t('booking.hint.inventory')}>
      <EditorField name="positionIds">
        <InventoryPicker
          booked={values}
          onChange={(booked) => {
            for (const field of fields) if (booked[field] !== values[field]) set(field, booked[field]);
          }}
        />
      </EditorField>
      <Text fz="sm" c={errors.length > 0 ? 'var(--mantine-color-error)' : 'dimmed'} aria-live="polite">
        {errors.length > 0 ? errors.join('; ') : t('booking.text.positionsSelected', { count })}
      </Text>
    </EditorSection>
  );
}
