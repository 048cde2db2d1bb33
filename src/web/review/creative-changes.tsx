import { useQuery } from '@tanstack/react-query';
import type { Creative } from '../../client/generated/types.gen.ts';
import { creativeReviewQuery } from '../creative/model/creative-queries.ts';
import { ApprovalDifferences } from '../ui/difference/approval-differences.tsx';
import { ProblemAlert } from '../ui/notice/problem-alert.tsx';
import { versionChanges } from './version-changes.ts';

/** What was written down before creatives had these. */
const empty: Readonly<Record<string, unknown>> = { fields: {}, assets: [] };

/** What of a creative that waits as a whole is otherwise than it was approved; nothing for one that never was. */
export function CreativeChanges({ creative }: { readonly creative: Creative }) {
  const { data, error, refetch } = useQuery(creativeReviewQuery(creative.id));
  if (error !== null) return <ProblemAlert error={error} again={() => void refetch()} />;
  const until = data?.approved?.until ?? null;
  if (data === undefined || until === null) return null;
  const approved: Creative = {
    ...creative,
    ...Object.fromEntries(data.changes.map(({ field, before }) => [field, before ?? empty[field] ?? null])),
  };
  return (
    <ApprovalDifferences
      until={until}
      differences={versionChanges(approved, creative)}
      same="Nothing that can be read differs."
    />
  );
}
