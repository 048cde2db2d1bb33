import { Alert } from '@mantine/core';
import { Icon } from '../ui/display/icon.tsx';

/** Names the chosen files that are not uploaded; nothing if there are none. */
export function PendingFiles({ files }: { readonly files: readonly string[] }) {
  if (files.length === 0) return null;
  return (
    <Alert color="orange" variant="light" icon={<Icon name="attention" />} title="Not uploaded">
      {files.join(', ')}. Choose a format and upload, or remove the file.
    </Alert>
  );
}
