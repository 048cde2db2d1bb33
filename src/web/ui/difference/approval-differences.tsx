import { Text, Title } from '@mantine/core';
import { RichText } from '../../i18n/rich-text.tsx';
import { t } from '../../i18n/t.ts';
import { Instant } from '../time/instant.tsx';
import { DifferenceTable } from './difference-table.tsx';
import type { FieldDifference } from './list-difference.ts';

/** Compares the approved version of an object with the version that is pending review. */
export function ApprovalDifferences({
  until,
  zone,
  differences,
  same,
}: {
  /** Time of the first change after approval, RFC 3339. */
  readonly until: string;
  readonly zone?: string | undefined;
  readonly differences: readonly FieldDifference[];
  /** Text if nothing differs. */
  readonly same: string;
}) {
  const title = t('common.title.changesSinceApproval');
  return (
    <section aria-label={title}>
      <Title order={2} fz="md">
        {title}
      </Title>
      <Text fz="sm" c="dimmed" mb="xs">
        <RichText
          id="common.text.firstChanged"
          values={{ time: <Instant at={until} {...(zone !== undefined && { zone })} /> }}
        />
      </Text>
      <DifferenceTable
        caption={title}
        before={t('common.label.approvedVersion')}
        after={t('common.label.pendingVersion')}
        differences={differences}
        same={same}
      />
    </section>
  );
}
