import { Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Creative } from '../../client/generated/types.gen.ts';
import { CreativeFacts } from '../creative/creative-facts.tsx';
import { previewSizeOf } from '../creative/model/preview-scale.ts';
import { PreviewStage } from '../creative/preview-stage.tsx';
import { CheckList } from '../creative/upload/check-list.tsx';
import { formatsQuery } from '../inventory/model/formats-query.ts';
import { CreativeChanges } from './creative-changes.tsx';
import classes from './review-page.module.css';
import { VersionDifferences } from './version-differences.tsx';

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
