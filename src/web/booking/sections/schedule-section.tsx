import { Checkbox, Chip, Group, SimpleGrid, Text } from '@mantine/core';
import { useState } from 'react';
import { weekdays } from '../../../core/vocabulary/statuses.ts';
import { fieldError } from '../../api/use-draft.ts';
import { t } from '../../i18n/t.ts';
import { MomentInput } from '../../ui/time/moment-input.tsx';
import { WeekGrid } from '../../ui/time/week-grid.tsx';
import { instantOf, wallTimeOf } from '../../ui/time/zoned-time.ts';
import { activeDaysOf, lastAdDayText, selectedDays } from '../model/active-days.ts';
import { EditorSection } from './editor-section.tsx';
import { EditorField } from './requested-field.tsx';
import type { SectionProps } from './section-props.ts';

/** Start, end, active days and dayparts, in the time zone of the publication. */
export function ScheduleSection({ draft, error, zone }: SectionProps) {
  const { values, set } = draft;
  const [showsGrid, setShowsGrid] = useState(values.dayParts.length > 0);
  const [lastEnd, setLastEnd] = useState(values.endDate);
  const open = (isOpen: boolean) => {
    setLastEnd(values.endDate ?? lastEnd);
    set('endDate', isOpen ? null : (lastEnd ?? values.startDate));
  };
  const { endDate } = values;
  const lastDay = endDate === null ? null : lastAdDayText({ ...values, endDate }, zone);
  return (
    <EditorSection
      fields={['startDate', 'endDate', 'activeDays', 'dayParts']}
      title={t('booking.title.schedule')}
      lead={t('booking.hint.schedule', { timeZone: zone })}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <EditorField name="startDate">
          <MomentInput
            label={t('booking.label.start')}
            required
            value={wallTimeOf(values.startDate, zone)}
            onChange={(wall) => wall !== null && set('startDate', instantOf(wall, zone))}
            error={fieldError(error, 'startDate')}
          />
        </EditorField>
        <EditorField name="endDate">
          <MomentInput
            label={t('booking.label.end')}
            disabled={values.endDate === null}
            placeholder={t('labels.format.openEnded')}
            value={values.endDate === null ? null : wallTimeOf(values.endDate, zone)}
            onChange={(wall) => wall !== null && set('endDate', instantOf(wall, zone))}
            error={fieldError(error, 'endDate')}
          />
          <Text fz="xs" c="dimmed" mt={4} aria-live="polite">
            {lastDay !== null && t('booking.format.lastDayWithAds', { day: lastDay })}
          </Text>
        </EditorField>
      </SimpleGrid>
      <Checkbox
        label={t('booking.label.noEnd')}
        checked={values.endDate === null}
        onChange={(event) => open(event.currentTarget.checked)}
      />
      <EditorField name="activeDays">
        <Text fz="sm" fw={500} id="active-days" mb={4}>
          {t('booking.label.activeDays')}
        </Text>
        <Chip.Group
          multiple
          value={[...selectedDays(values.activeDays)]}
          onChange={(days) => set('activeDays', activeDaysOf(days, values.activeDays))}
        >
          <Group gap={6} role="group" aria-labelledby="active-days">
            {weekdays.map((day) => (
              <Chip key={day} value={day} size="xs" variant="outline">
                {t(`labels.weekday.${day}`)}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
        <Text fz="xs" c="dimmed" mt={4}>
          {t(values.activeDays.length === 0 ? 'booking.hint.everyDay' : 'booking.hint.activeDays')}
        </Text>
      </EditorField>
      <EditorField name="dayParts">
        <Checkbox
          label={t('booking.label.certainHours')}
          checked={showsGrid}
          onChange={(event) => {
            setShowsGrid(event.currentTarget.checked);
            if (!event.currentTarget.checked) set('dayParts', []);
          }}
        />
        {showsGrid && <WeekGrid parts={values.dayParts} onChange={(parts) => set('dayParts', parts)} />}
      </EditorField>
    </EditorSection>
  );
}
