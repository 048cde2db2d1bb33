import { Button, Stack, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import '@mantine/dropzone/styles.css';
import { useRef } from 'react';
import { maxResumableBytes } from '../../core/words/limits.ts';
import { bytesText } from '../ui/figures.ts';
import { Icon } from '../ui/icon.tsx';
import { fileEndings } from './file-facts.ts';

/** A place to drop files on, or to choose them with a button. */
export function FileDrop({
  onFiles,
  isDisabled = false,
  isSingle = false,
  hint = `Images, HTML5 zips, films and sounds, up to ${bytesText(maxResumableBytes)} each`,
}: {
  readonly onFiles: (files: readonly File[]) => void;
  readonly isDisabled?: boolean;
  readonly isSingle?: boolean;
  readonly hint?: string;
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
      inputProps={{ 'aria-label': 'Files', accept: fileEndings.join(',') }}
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
