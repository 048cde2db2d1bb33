import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { getDecision } from '../../client/generated/sdk.gen.ts';
import { client, dataOf } from '../api/client.ts';
import { t } from '../i18n/t.ts';
import { ProblemAlert } from '../ui/notice/problem-alert.tsx';
import { Page } from '../ui/page/page.tsx';
import { DecisionTrace } from './decision-trace.tsx';

/** A recorded decision with its trace. */
export function DecisionPage() {
  const { decisionId = '' } = useParams({ strict: false }) as { readonly decisionId?: string };
  const { data, error, refetch } = useQuery({
    queryKey: ['decisions', decisionId],
    queryFn: () => dataOf(getDecision({ client, path: { decisionId } })),
  });
  return (
    <Page title={t('decision.title.decision')} lead={decisionId}>
      {error !== null && <ProblemAlert error={error} retry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton height={240} />}
      {data !== undefined && <DecisionTrace decision={data} />}
    </Page>
  );
}
