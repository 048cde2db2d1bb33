import { Alert } from '@mantine/core';
import { Icon } from '../display/icon.tsx';

/** The reason of a rejection. Renders nothing without a reason. */
export function RejectionNotice({ title, reason }: { readonly title: string; readonly reason: string | null }) {
  if (reason === null) return null;
  return (
    <Alert color="red" variant="light" mb="md" icon={<Icon name="attention" />} title={title}>
      {reason}
    </Alert>
  );
}
