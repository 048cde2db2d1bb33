import { Button, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { ActivitySentence } from '../activity/activity-sentence.tsx';
import { t } from '../i18n/t.ts';
import { calendarDayText } from '../ui/time/zoned-time.ts';
import type { DayOfChanges } from './chart-changes.ts';

const shownDays = 5;

/** The changes that the markers of a chart stand for, by day. */
export function ChangesInPeriod({ days }: { readonly days: readonly DayOfChanges[] }) {
  const [showsAll, setShowsAll] = useState(false);
  if (days.length === 0) return null;
  return (
    <>
      <Title order={3} fz="sm" mt="sm" mb={4}>
        {t('activity.title.changesInPeriod')}
      </Title>
      <Stack component="ul" gap={4} m={0} p={0} style={{ listStyle: 'none', overflowWrap: 'anywhere' }}>
        {days.slice(0, showsAll ? days.length : shownDays).map(({ day, entries }) => (
          <li key={day}>
            <Text component="span" fz="sm" fw={600}>
              {calendarDayText(day)}
            </Text>
            <Stack component="ul" gap={2} m={0} p={0} style={{ listStyle: 'none' }}>
              {entries.map((entry) => (
                <Text key={entry.id} component="li" fz="sm">
                  <ActivitySentence entry={entry} />
                </Text>
              ))}
            </Stack>
          </li>
        ))}
      </Stack>
      {days.length > shownDays && !showsAll && (
        <Button variant="subtle" size="compact-xs" onClick={() => setShowsAll(true)}>
          {t('activity.action.showAllDays')}
        </Button>
      )}
    </>
  );
}
