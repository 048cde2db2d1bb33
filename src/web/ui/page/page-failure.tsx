import { Button } from '@mantine/core';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { messageOf, problemOfError } from '../../api/client.ts';
import { t } from '../../i18n/t.ts';
import { PageMissing } from './page-missing.tsx';
import { PageNotice } from './page-notice.tsx';

/** Replaces a page that failed to load: the problem and a retry button. */
export function PageFailure({ error }: ErrorComponentProps) {
  const router = useRouter();
  const problem = problemOfError(error);
  if (problem.status === 404) return <PageMissing />;
  return (
    <PageNotice
      icon={problem.status === 403 ? 'secret' : 'attention'}
      isProblem
      title={problem.title}
      action={<Button onClick={() => void router.invalidate()}>{t('common.action.retry')}</Button>}
    >
      {messageOf(error)}
    </PageNotice>
  );
}
