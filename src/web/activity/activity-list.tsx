/*
 * The activity: changes of objects as sentences.
 *
 * - `activity-list.tsx`, `activity-panel.tsx`, `activity-drawer.tsx`: the list, the newest entries, one entry.
 * - `activity-sentence.tsx`, `changed-parts.ts`, `field-label.ts`: texts of an entry and of its fields.
 */

import { Group, Stack, Text, UnstyledButton } from '@mantine/core';
import type { ActivityEntry } from '../../client/generated/types.gen.ts';
import { t } from '../i18n/t.ts';
import { RelativeInstant } from '../ui/time/relative-instant.tsx';
import { ActivitySentence } from './activity-sentence.tsx';

/** Entries of the activity, newest first. `open` shows the changed values of an entry. */
export function ActivityList({
  entries,
  open,
}: {
  readonly entries: readonly ActivityEntry[];
  readonly open: (id: number) => void;
}) {
  return (
    <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
      {entries.map((entry) => (
        <li key={entry.id}>
          <Text fz="sm" component="div" style={{ overflowWrap: 'anywhere' }}>
            <ActivitySentence entry={entry} />
          </Text>
          {entry.excerpt !== null && (
            <Text fz="sm" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
              {entry.excerpt}
            </Text>
          )}
          <Group gap="xs" fz="xs" c="dimmed">
            <span>{t(`labels.resourceType.${entry.kind}`)}</span>
            <RelativeInstant at={entry.at} />
            {entry.fields.length > 0 && (
              <UnstyledButton
                fz="xs"
                td="underline"
                aria-label={t('activity.action.showChangesOf', { object: entry.objectName })}
                onClick={() => open(entry.id)}
              >
                {t('activity.action.showChanges')}
              </UnstyledButton>
            )}
          </Group>
        </li>
      ))}
    </Stack>
  );
}
