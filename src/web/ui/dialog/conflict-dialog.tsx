import { Button, Group, Modal, Text } from '@mantine/core';
import type { FieldConflict } from '../../api/field-conflicts.ts';
import type { SaveConflict } from '../../api/use-save.ts';
import { genericField, plainText } from '../../labels/generic-field.ts';
import { DifferenceTable } from '../difference/difference-table.tsx';
import type { FieldDifference } from '../difference/list-difference.ts';

type Props = {
  readonly conflict: SaveConflict | null;
  readonly close: () => void;
  /** The fields in words, theirs before mine, where the page knows better. */
  readonly differences?: readonly FieldDifference[];
};

/** Shows what somebody else saved first beside what is written here, and asks which holds. */
export function ConflictDialog({ conflict, close, differences }: Props) {
  return (
    <Modal
      opened={conflict !== null}
      onClose={close}
      title="Somebody else saved first"
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Text fz="sm" mb="sm">
        These fields were changed there as well. Everything else is kept from both sides.
      </Text>
      <DifferenceTable
        caption="What both changed"
        before="Theirs"
        after="Yours"
        differences={differences ?? (conflict?.fields ?? []).map(plainDifference)}
        same="Nothing that can be shown is different."
      />
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={conflict?.takeTheirs}>
          Take theirs
        </Button>
        <Button onClick={conflict?.keepMine}>Keep mine</Button>
      </Group>
    </Modal>
  );
}

function plainDifference({ name, mine, theirs }: FieldConflict): FieldDifference {
  const { label, text } = genericField(name, theirs);
  return { name: label, before: text, after: plainText(mine) };
}
