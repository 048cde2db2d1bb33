import { Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Creative } from '../../client/generated/types.gen.ts';
import { CreativeFacts } from '../creative/creative-facts.tsx';
import { creativeReviewQuery } from '../creative/model/creative-queries.ts';
import { previewSizeOf } from '../creative/model/preview-scale.ts';
import { PreviewStage } from '../creative/preview-stage.tsx';
import { CheckList } from '../creative/upload/check-list.tsx';
import { t } from '../i18n/t.ts';
import { formatsQuery } from '../inventory/model/formats-query.ts';
import { ApprovalDifferences } from '../ui/difference/approval-differences.tsx';
import { DifferenceTable } from '../ui/difference/difference-table.tsx';
import { ProblemAlert } from '../ui/notice/problem-alert.tsx';
import { type CreativeVersion, creativeVersionChanges } from './creative-version-changes.ts';
import classes from './review-page.module.css';

/** Defaults of fields that older records do not have. */
const defaults: Readonly<Record<string, unknown>> = { fields: {}, assets: [] };

/** A creative in the review queue. A new version is shown next to the current one. */
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
            {t('review.label.current')}
          </Title>
          {stage('current')}
        </section>
        <section>
          <Title order={3} mb="xs">
            {t('review.label.newVersion')}
          </Title>
          {stage('pending')}
        </section>
      </div>
      <VersionDifferences before={creative} after={pendingVersion} />
      <Text fz="xs" c="dimmed">
        {t('review.text.currentDelivers')}
      </Text>
    </Stack>
  );
}

/** Changes of a pending creative since its last approval. Renders nothing if it has never been approved. */
function CreativeChanges({ creative }: { readonly creative: Creative }) {
  const { data, error, refetch } = useQuery(creativeReviewQuery(creative.id));
  if (error !== null) return <ProblemAlert error={error} retry={() => void refetch()} />;
  const until = data?.approved?.until ?? null;
  if (data === undefined || until === null) return null;
  const approved: Creative = {
    ...creative,
    ...Object.fromEntries(data.changes.map(({ field, before }) => [field, before ?? defaults[field] ?? null])),
  };
  return (
    <ApprovalDifferences
      until={until}
      differences={creativeVersionChanges(approved, creative)}
      same={t('review.text.noDifferences')}
    />
  );
}

/** Differences between the current and the new version. */
function VersionDifferences({ before, after }: { readonly before: CreativeVersion; readonly after: CreativeVersion }) {
  return (
    <DifferenceTable
      caption={t('review.title.changes')}
      before={t('review.label.current')}
      after={t('review.label.newVersion')}
      differences={creativeVersionChanges(before, after)}
      same={t('review.text.comparePreviews')}
    />
  );
}
