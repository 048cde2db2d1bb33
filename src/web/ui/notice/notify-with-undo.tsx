import { Button, Group } from '@mantine/core';
import { notifySuccess } from './notify.ts';

/** How long a change can be taken back from where it is told. */
const undoMs = 15_000;

/** Says in passing that something was done, with a button that takes it back. */
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
        Undo
      </Button>
    </Group>,
    { autoClose: undoMs },
  );
}
