import { Button, Group, Text } from '@mantine/core';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { messageOf, problemOfError } from '../../api/client.ts';
import { t } from '../../i18n/t.ts';
import { Page } from './page.tsx';
import { PageMissing } from './page-missing.tsx';

/** Replaces a page that failed to load: the problem and a retry button. */
export function PageFailure({ error }: ErrorComponentProps) {
  const router = useRouter();
  const problem = problemOfError(error);
  if (problem.status === 404) return <PageMissing />;
  return (
    <Page title={problem.title}>
      <Text role="alert">{messageOf(error)}</Text>
      <Group mt="md">
        <Button onClick={() => void router.invalidate()}>{t('common.action.retry')}</Button>
      </Group>
    </Page>
  );
}
