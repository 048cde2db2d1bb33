import { Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Creative } from '../../client/generated/types.gen.ts';
import { CreativeFacts } from '../creative/creative-facts.tsx';
import { creativeReviewQuery } from '../creative/model/creative-queries.ts';
import { previewSizeOf } from '../creative/model/preview-scale.ts';
import { PreviewStage } from '../creative/preview-stage.tsx';
import { CheckList } from '../creative/upload/check-list.tsx';
import { formatsQuery } from '../inventory/model/formats-query.ts';
import { ApprovalDifferences } from '../ui/difference/approval-differences.tsx';
import { DifferenceTable } from '../ui/difference/difference-table.tsx';
import { ProblemAlert } from '../ui/notice/problem-alert.tsx';
import { type CreativeVersion, creativeVersionChanges } from './creative-version-changes.ts';
import classes from './review-page.module.css';

/** What was written down before creatives had these. */
const empty: Readonly<Record<string, unknown>> = { fields: {}, assets: [] };

/** A creative as its reviewer sees it; a new version beside the one that is delivered. */
export function ReviewedCreative({ creative }: { readonly creative: Creative }) {
  const { data: formats } = useQuery(formatsQuery);
  const format = formats?.find(({ id }) => id === creative.formatId);
  const { pendingVersion } = creative;
  const stage = (version: 'current' | 'pending') => (
    <PreviewStage
      creativeId={creative.id}
      revision={creative.version}
      version={version}
      size={previewSizeOf(format, creative)}
    />
  );
  if (pendingVersion === null) {
    return (
      <Stack gap="md">
        <CheckList checks={creative.checks} />
        {stage('current')}
        <CreativeChanges creative={creative} />
        <CreativeFacts creative={creative} shown={creative} />
      </Stack>
    );
  }
  return (
    <Stack gap="md">
      <CheckList checks={pendingVersion.checks} />
      <div className={classes.sides}>
        <section>
          <Title order={3} mb="xs">
            What is delivered now
          </Title>
          {stage('current')}
        </section>
        <section>
          <Title order={3} mb="xs">
            New version
          </Title>
          {stage('pending')}
        </section>
      </div>
      <VersionDifferences before={creative} after={pendingVersion} />
      <Text fz="xs" c="dimmed">
        What is approved goes on being delivered until you decide.
      </Text>
    </Stack>
  );
}

/** What of a creative that waits as a whole is otherwise than it was approved; nothing for one that never was. */
function CreativeChanges({ creative }: { readonly creative: Creative }) {
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
      differences={creativeVersionChanges(approved, creative)}
      same="Nothing that can be read differs."
    />
  );
}

/** What a new version says otherwise than the one that is delivered. */
function VersionDifferences({ before, after }: { readonly before: CreativeVersion; readonly after: CreativeVersion }) {
  return (
    <DifferenceTable
      caption="What differs"
      before="Now"
      after="New version"
      differences={creativeVersionChanges(before, after)}
      same="Nothing that can be read differs; look at the previews."
    />
  );
}
