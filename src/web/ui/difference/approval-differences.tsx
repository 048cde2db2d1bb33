import { Text, Title } from '@mantine/core';
import { Instant } from '../time/instant.tsx';
import { DifferenceTable } from './difference-table.tsx';
import type { FieldDifference } from './list-difference.ts';

const title = 'Changed since it was approved';

/** What of something that waits for review again differs from what was approved. */
export function ApprovalDifferences({
  until,
  zone,
  differences,
  same,
}: {
  /** When the first change of it was made, RFC 3339. */
  readonly until: string;
  readonly zone?: string | undefined;
  readonly differences: readonly FieldDifference[];
  /** What is said when nothing differs. */
  readonly same: string;
}) {
  return (
    <section aria-label={title}>
      <Title order={2} fz="md">
        {title}
      </Title>
      <Text fz="sm" c="dimmed" mb="xs">
        What was approved held until <Instant at={until} {...(zone !== undefined && { zone })} />.
      </Text>
      <DifferenceTable caption={title} before="As approved" after="As it waits" differences={differences} same={same} />
    </section>
  );
}
