import { Alert, Button, Group } from '@mantine/core';
import { messageOf, problemOfError } from '../../api/client.ts';
import { Icon } from '../display/icon.tsx';

/** Why something could not be shown or done, and how to try once more. */
export function ProblemAlert({ error, again }: { readonly error: unknown; readonly again?: () => void }) {
  return (
    <Alert
      color="red"
      variant="light"
      icon={<Icon name="attention" />}
      title={problemOfError(error).title}
      role="alert"
    >
      {messageOf(error)}
      {again !== undefined && (
        <Group mt="xs">
          <Button size="xs" variant="default" onClick={again}>
            Try again
          </Button>
        </Group>
      )}
    </Alert>
  );
}
