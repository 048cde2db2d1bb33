import { Stack, Text, Title } from '@mantine/core';
import type { PurchasedPackage } from '../../client/generated/types.gen.ts';
import { t } from '../i18n/t.ts';
import { CodeLines } from '../ui/display/code-text.tsx';

/** Objects that an agent sent, as text. Renders nothing if it sent none. */
export function RequestedTerms({
  sold,
  title,
}: {
  readonly sold: PurchasedPackage;
  /** Title of the package, which distinguishes the blocks of text. */
  readonly title: string;
}) {
  const objects = [
    { label: t('selling.label.targetingOverlay'), sent: sold.targetingOverlay },
    { label: t('selling.label.measurementTerms'), sent: sold.measurementTerms },
  ].filter(({ sent }) => sent !== null);
  if (objects.length === 0) return null;
  return (
    <Stack gap="xs">
      <div>
        <Title order={4} fz="sm">
          {t('selling.title.requestedTerms')}
        </Title>
        <Text fz="xs" c="dimmed">
          {t('selling.text.agentTexts')}
        </Text>
      </div>
      {objects.map(({ label, sent }) => (
        <div key={label}>
          <Text fz="xs" c="dimmed" mb={4}>
            {label}
          </Text>
          <CodeLines text={JSON.stringify(sent, null, 2)} label={label} region={`${title}, ${label}`} />
        </div>
      ))}
    </Stack>
  );
}
