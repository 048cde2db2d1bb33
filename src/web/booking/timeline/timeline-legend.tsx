import { Box, Button, Group, Text } from '@mantine/core';
import { memo, useId, useMemo, useState } from 'react';
import { t } from '../../i18n/t.ts';
import { availabilityLevels } from './availability-days.ts';
import { barTone, statesOf, stateText } from './bar-tone.ts';
import classes from './timeline.module.css';
import { hasAvailability, type TimelineRow } from './timeline-rows.ts';

/** A list without marks. */
const list = { m: 0, mb: '0.25rem', p: 0, style: { listStyle: 'none' } } as const;

/** Explains the colors and patterns of the bars and strips in a list of rows. On phones, a button shows it. */
export const TimelineLegend = memo(function TimelineLegend({ rows }: { readonly rows: readonly TimelineRow[] }) {
  const states = useMemo(() => statesOf(rows), [rows]);
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const withAvailability = rows.some((row) => row.kind === 'group' && hasAvailability(row.group));
  return (
    <Box component="section" aria-label={t('timeline.label.legend')} mt="0.5rem" fz="xs">
      <Button
        variant="subtle"
        size="compact-sm"
        hiddenFrom="sm"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {t('timeline.label.legend')}
      </Button>
      <Box id={id} {...(!isOpen && { visibleFrom: 'sm' })}>
        <Group gap="sm" component="ul" {...list}>
          {states.map((state) => (
            <Group component="li" gap={5} wrap="nowrap" key={`${state.status} ${state.health}`}>
              <span
                className={`${classes.bar} ${classes.swatch}`}
                data-tone={barTone(state)}
                data-health={state.health}
                data-status={state.status}
              />
              {stateText(state)}
            </Group>
          ))}
        </Group>
        {withAvailability && (
          <Group gap="sm" component="ul" {...list}>
            <Text inherit component="li" c="dimmed">
              {t('timeline.label.availability')}
            </Text>
            {availabilityLevels.map((level) => (
              <Group component="li" gap={5} wrap="nowrap" key={level}>
                <span className={classes.levelSwatch} data-level={level} />
                {t(`timeline.level.${level}`)}
              </Group>
            ))}
            <Group component="li" gap={5} wrap="nowrap">
              <span className={classes.levelSwatch} data-level="held" />
              {t('timeline.level.held')}
            </Group>
            <Group component="li" gap={5} wrap="nowrap">
              <span className={`${classes.noForecast} ${classes.swatch}`} />
              {t('timeline.label.noForecast')}
            </Group>
          </Group>
        )}
      </Box>
    </Box>
  );
});
