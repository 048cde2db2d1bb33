import { Button, Group } from '@mantine/core';
import { t } from '../../i18n/t.ts';
import { notifySuccess } from './notify.ts';

/** How long the undo button is shown. */
const undoMs = 15_000;

/** Shows a notification with an undo button. */
export function notifyWithUndo(message: string, undo: () => void): void {
  const hide = notifySuccess(
    <Group justify="space-between">
      <span>{message}</span>
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => {
          hide();
          undo();
        }}
      >
        {t('common.action.undo')}
      </Button>
    </Group>,
    { autoClose: undoMs },
  );
}
