import { Button, Stack, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import '@mantine/dropzone/styles.css';
import { useRef } from 'react';
import { Icon } from '../ui/display/icon.tsx';

/** A place to drop files on, or to choose them with a button. */
export function FileDrop({
  onFiles,
  isDisabled = false,
  isSingle = false,
  endings,
  hint,
}: {
  readonly onFiles: (files: readonly File[]) => void;
  readonly isDisabled?: boolean;
  readonly isSingle?: boolean;
  /** Of names, each with its dot: what a dialog for files offers. */
  readonly endings: readonly string[];
  readonly hint: string;
}) {
  const open = useRef<() => void>(null);
  return (
    <Dropzone
      onDropAny={(files, refused) => onFiles([...files, ...refused.map(({ file }) => file)])}
      onDrop={() => undefined}
      openRef={open}
      // The button is what is found by keyboard; the place around it serves the mouse.
      activateOnClick={false}
      activateOnKeyboard={false}
      enablePointerEvents
      disabled={isDisabled}
      multiple={!isSingle}
      inputProps={{ 'aria-label': 'Files', accept: endings.join(',') }}
      p="lg"
    >
      <Stack align="center" gap={6}>
        <Icon name="upload" size={24} />
        <Text fz="sm" ta="center">
          Drop {isSingle ? 'a file' : 'files'} here, or{' '}
          <Button size="compact-sm" variant="default" disabled={isDisabled} onClick={() => open.current?.()}>
            choose {isSingle ? 'it' : 'them'}
          </Button>
        </Text>
        <Text fz="xs" c="dimmed" ta="center">
          {hint}
        </Text>
      </Stack>
    </Dropzone>
  );
}
