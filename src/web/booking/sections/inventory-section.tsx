import { Text } from '@mantine/core';
import { fieldError } from '../../api/use-draft.ts';
import { InventoryPicker } from '../../inventory/inventory-picker.tsx';
import { reachedPositions } from '../../inventory/model/booked-inventory.ts';
import { useInventory } from '../../inventory/model/use-inventory.ts';
import { countWithNoun } from '../../labels/figures.ts';
import { EditorSection } from './editor-section.tsx';
import type { SectionProps } from './section-props.ts';

const fields = ['positionIds', 'locationIds', 'publicationIds', 'publisherIds'] as const;

/** Where it delivers, picked from the tree. */
export function InventorySection({ draft, error }: SectionProps) {
  const { values, set } = draft;
  const { data } = useInventory();
  const count = data === undefined ? 0 : reachedPositions(values, data).size;
  const faults = fields.flatMap((field) => fieldError(error, field) ?? []);
  return (
    <EditorSection
      fields={fields}
      title="Where"
      lead="Pick positions, or something wider: a wider choice also takes positions that are added later."
    >
      <InventoryPicker
        booked={values}
        onChange={(booked) => {
          for (const field of fields) if (booked[field] !== values[field]) set(field, booked[field]);
        }}
      />
      <Text fz="sm" c={faults.length > 0 ? 'var(--mantine-color-error)' : 'dimmed'} aria-live="polite">
        {faults.length > 0 ? faults.join('; ') : `${countWithNoun(count, 'position')} chosen`}
      </Text>
    </EditorSection>
  );
}
