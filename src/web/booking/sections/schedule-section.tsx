import { Checkbox, Chip, Group, SimpleGrid, Text } from '@mantine/core';
import { DateTimePicker } from '@mantine/dates';
import { useState } from 'react';
import { weekdays } from '../../../core/words/statuses.ts';
import { fieldError } from '../../api/use-draft.ts';
import { t } from '../../i18n/t.ts';
import { WeekGrid } from '../../ui/time/week-grid.tsx';
import { instantOf, wallTimeOf } from '../../ui/time/zoned-time.ts';
import { EditorSection } from './editor-section.tsx';
import type { SectionProps } from './section-props.ts';

/** Start and end with time, active days, and parts of the day on a week grid; all by the publication's clock. */
export function ScheduleSection({ draft, error, zone }: SectionProps) {
  const { values, set } = draft;
  const [showsGrid, setShowsGrid] = useState(values.dayParts.length > 0);
  const [heldEnd, setHeldEnd] = useState(values.endDate);
  const open = (isOpen: boolean) => {
    setHeldEnd(values.endDate ?? heldEnd);
    set('endDate', isOpen ? null : (heldEnd ?? values.startDate));
  };
  return (
    <EditorSection
      fields={['startDate', 'endDate', 'activeDays', 'dayParts']}
      title="When"
      lead={`By the clock of ${zone}. It delivers from the start until just before the end.`}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <DateTimePicker
          label="Start"
          required
          valueFormat="D MMM YYYY, HH:mm"
          value={wallTimeOf(values.startDate, zone)}
          onChange={(wall) => wall !== null && set('startDate', instantOf(wall, zone))}
          error={fieldError(error, 'startDate')}
        />
        <DateTimePicker
          label="End"
          valueFormat="D MMM YYYY, HH:mm"
          disabled={values.endDate === null}
          placeholder="Open"
          value={values.endDate === null ? null : wallTimeOf(values.endDate, zone)}
          onChange={(wall) => wall !== null && set('endDate', instantOf(wall, zone))}
          error={fieldError(error, 'endDate')}
        />
      </SimpleGrid>
      <Checkbox
        label="Without an end"
        checked={values.endDate === null}
        onChange={(event) => open(event.currentTarget.checked)}
      />
      <div>
        <Text fz="sm" fw={500} id="active-days" mb={4}>
          Active days
        </Text>
        <Chip.Group
          multiple
          value={[...values.activeDays]}
          onChange={(days) => set('activeDays', days as typeof values.activeDays)}
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
          {values.activeDays.length === 0 ? 'Every day' : 'Only on these days'}
        </Text>
      </div>
      <Checkbox
        label="Only in parts of the day"
        checked={showsGrid}
        onChange={(event) => {
          setShowsGrid(event.currentTarget.checked);
          if (!event.currentTarget.checked) set('dayParts', []);
        }}
      />
      {showsGrid && <WeekGrid parts={values.dayParts} onChange={(parts) => set('dayParts', parts)} />}
    </EditorSection>
  );
}
