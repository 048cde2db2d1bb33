import { Dropzone } from '@mantine/dropzone';
import { type ClipboardEvent, type ReactNode, useRef } from 'react';
import { t } from '../i18n/t.ts';
import classes from './drop-area.module.css';

/** An area around other fields on which files can be dropped, and in which they can be pasted. */
export function DropArea({
  onFiles,
  children,
}: {
  readonly onFiles: (files: readonly File[]) => void;
  /** Renders the content with a function that opens the file dialog. */
  readonly children: (openFileDialog: () => void) => ReactNode;
}) {
  const open = useRef<() => void>(null);
  return (
    <Dropzone
      unstyled
      className={classes.area}
      onDropAny={(files, refused) => onFiles([...files, ...refused.map(({ file }) => file)])}
      onDrop={() => undefined}
      openRef={open}
      onPaste={(event) => pasteFiles(event, onFiles)}
      // The content has its own keys, and a button for the file dialog.
      activateOnClick={false}
      activateOnKeyboard={false}
      enablePointerEvents
      inputProps={{ 'aria-label': t('common.label.files') }}
    >
      {children(() => open.current?.())}
    </Dropzone>
  );
}

function pasteFiles(event: ClipboardEvent, onFiles: (files: readonly File[]) => void): void {
  const { files, types } = event.clipboardData;
  // Spreadsheets and word processors copy an image of the text as well.
  if (files.length === 0 || types.includes('text/plain')) return;
  event.preventDefault();
  onFiles([...files]);
}
