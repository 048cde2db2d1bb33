import { Button, Group, Text } from '@mantine/core';
import type { FieldConflict } from '../../api/field-conflicts.ts';
import type { SaveConflict } from '../../api/use-save.ts';
import { t } from '../../i18n/t.ts';
import { genericField, plainText } from '../../labels/generic-field.ts';
import { DifferenceTable } from '../difference/difference-table.tsx';
import type { FieldDifference } from '../difference/list-difference.ts';
import { Dialog } from './dialog.tsx';

type Props = {
  readonly conflict: SaveConflict | null;
  readonly close: () => void;
  /** The conflicting fields with labels, their version first. Absent: derived from the field names. */
  readonly differences?: readonly FieldDifference[];
};

/** Shows the fields that another user changed at the same time, and lets the user choose a version. */
export function ConflictDialog({ conflict, close, differences }: Props) {
  if (conflict === null) return null;
  return (
    <Dialog close={close} title={t('common.title.conflict')} size="lg">
      <Text fz="sm" mb="sm">
        {t('common.text.conflict')}
      </Text>
      <DifferenceTable
        caption={t('common.title.conflictingFields')}
        before={t('common.label.theirVersion')}
        after={t('common.label.yourVersion')}
        differences={differences ?? conflict.fields.map(plainDifference)}
        same={t('common.text.noDifferences')}
      />
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={conflict.takeTheirs}>
          {t('common.action.takeTheirs')}
        </Button>
        <Button onClick={conflict.keepMine}>{t('common.action.keepMine')}</Button>
      </Group>
    </Dialog>
  );
}

function plainDifference({ name, mine, theirs }: FieldConflict): FieldDifference {
  const { label, text } = genericField(name, theirs);
  return { name: label, before: text, after: plainText(mine) };
}
