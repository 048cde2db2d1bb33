import { Button, Group } from '@mantine/core';
import { tellDone } from './tell.ts';

/** How long a change can be taken back from where it is told. */
const undoMs = 15_000;

/** Says in passing that something was done, with a button that takes it back. */
export function tellUndo(message: string, undo: () => void): void {
  const hide = tellDone(
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
