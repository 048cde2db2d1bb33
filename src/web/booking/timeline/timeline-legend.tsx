import { Group, Text } from '@mantine/core';
import { t } from '../../i18n/t.ts';
import { availabilityLevels } from './availability-days.ts';
import { barTone, stateText } from './bar-tone.ts';
import classes from './timeline.module.css';

const states = [
  { status: 'running', health: 'ok' },
  { status: 'running', health: 'at_risk' },
  { status: 'running', health: 'critical' },
  { status: 'planned', health: 'ok' },
  { status: 'pending_approval', health: 'ok' },
  { status: 'draft', health: 'ok' },
] as const;

/** Explains the colors and patterns of bars and strips. */
export function TimelineLegend({ withAvailability }: { readonly withAvailability: boolean }) {
  return (
    <section aria-label={t('timeline.label.legend')} className={classes.legend}>
      <Group gap="sm" component="ul">
        {states.map((state) => (
          <li key={`${state.status} ${state.health}`}>
            <span
              className={`${classes.bar} ${classes.swatch}`}
              data-tone={barTone(state)}
              data-health={state.health}
              data-status={state.status}
            />
            {stateText(state)}
          </li>
        ))}
      </Group>
      {withAvailability && (
        <Group gap="sm" component="ul">
          <Text inherit component="li" c="dimmed">
            {t('timeline.label.availability')}
          </Text>
          {availabilityLevels.map((level) => (
            <li key={level}>
              <span className={classes.levelSwatch} data-level={level} />
              {t(`timeline.level.${level}`)}
            </li>
          ))}
          <li>
            <span className={`${classes.noForecast} ${classes.swatch}`} />
            {t('timeline.label.noForecast')}
          </li>
        </Group>
      )}
    </section>
  );
}
