import { Alert, Button, Group } from '@mantine/core';
import { messageOf, problemOfError } from '../../api/client.ts';
import { t } from '../../i18n/t.ts';
import { Icon } from '../display/icon.tsx';

/** A problem with a retry button. */
export function ProblemAlert({ error, retry }: { readonly error: unknown; readonly retry?: () => void }) {
  return (
    <Alert
      color="red"
      variant="light"
      icon={<Icon name="attention" />}
      title={problemOfError(error).title}
      role="alert"
    >
      {messageOf(error)}
      {retry !== undefined && (
        <Group mt="xs">
          <Button size="xs" variant="default" onClick={retry}>
            {t('common.action.retry')}
          </Button>
        </Group>
      )}
    </Alert>
  );
}
