import { Button, Stack, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import '@mantine/dropzone/styles.css';
import { useRef } from 'react';
import { RichText } from '../i18n/rich-text.tsx';
import { t } from '../i18n/t.ts';
import { Icon } from '../ui/display/icon.tsx';

/** A drop zone for files with a button that opens the file dialog. */
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
  /** Extensions with their dot that the file dialog offers. */
  readonly endings: readonly string[];
  readonly hint: string;
}) {
  const open = useRef<() => void>(null);
  const button = <Button size="compact-sm" variant="default" disabled={isDisabled} onClick={() => open.current?.()} />;
  return (
    <Dropzone
      onDropAny={(files, refused) => onFiles([...files, ...refused.map(({ file }) => file)])}
      onDrop={() => undefined}
      openRef={open}
      // Keyboard users reach the button. The zone around it is for the mouse.
      activateOnClick={false}
      activateOnKeyboard={false}
      enablePointerEvents
      disabled={isDisabled}
      multiple={!isSingle}
      inputProps={{ 'aria-label': t('common.label.files'), accept: endings.join(',') }}
      p="lg"
    >
      <Stack align="center" gap={6}>
        <Icon name="upload" size={24} />
        <Text fz="sm" ta="center">
          <RichText id={isSingle ? 'common.text.uploadFile' : 'common.text.uploadFiles'} elements={{ button }} />
        </Text>
        <Text fz="xs" c="dimmed" ta="center">
          {hint}
        </Text>
      </Stack>
    </Dropzone>
  );
}
