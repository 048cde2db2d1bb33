import { Paper, SimpleGrid, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMe } from '../api/use-me.ts';
import { t } from '../i18n/t.ts';
import { useZone } from '../inventory/model/use-zone.ts';
import { countText, moneyText, percentText, relativeChangeText, shareText } from '../labels/figures.ts';
import classes from './key-figure-row.module.css';
import { compareWeeks, type WeekFigures, weekChangeOf } from './key-figures.ts';
import { dayAgo, recentDaysQuery } from './recent-days.ts';
import { useLiveDelivery } from './use-live-delivery.ts';

const weekDays = [1, 2, 3, 4, 5, 6, 7];

/** Live counts of today, and the last complete week compared with the week before. */
export function KeyFigureRow() {
  const me = useMe();
  const zone = useZone();
  const { data } = useQuery(recentDaysQuery(zone));
  const live = useLiveDelivery();
  if (data === undefined) return <Skeleton height={92} mb="md" />;
  const daysAgo = (offset: number) => weekDays.map((day) => dayAgo(day + offset, zone));
  const { current, previous, currency } = compareWeeks(data.days, daysAgo(0), daysAgo(weekDays.length));
  const today = (live?.days ?? data.days).find(({ day }) => day === dayAgo(0, zone));
  const change = (figure: keyof WeekFigures) => weekChangeOf(current[figure], previous[figure]);
  return (
    <Paper component="section" aria-label={t('shell.title.keyFigures')} mb="md">
      <SimpleGrid cols={{ base: 2, sm: 3, lg: 6 }} spacing="lg" verticalSpacing="md">
        <KeyFigure
          name={t('shell.label.impressionsToday')}
          value={countText(today?.impressions ?? 0)}
          note={t('shell.text.live')}
          isLive
        />
        <KeyFigure
          name={t('shell.label.impressionsWeek')}
          value={countText(current.impressions)}
          change={change('impressions')}
        />
        <KeyFigure name={t('shell.label.clicksWeek')} value={countText(current.clicks)} change={change('clicks')} />
        <KeyFigure name={t('shell.label.ctrWeek')} value={percentText(current.ctr)} change={change('ctr')} />
        <KeyFigure
          name={t('shell.label.viewabilityWeek')}
          value={current.viewability === null ? '–' : shareText(current.viewability)}
          change={change('viewability')}
        />
        <KeyFigure
          name={t(me.reach === 'mapped' ? 'shell.label.spendWeek' : 'shell.label.revenueWeek')}
          value={currency === null ? '–' : moneyText({ amount: String(current.spend), currency })}
          change={change('spend')}
        />
      </SimpleGrid>
    </Paper>
  );
}

type KeyFigureProps = {
  readonly name: string;
  readonly value: string;
  /** Relative to the week before. null: nothing to compare with. */
  readonly change?: number | null;
  readonly note?: string;
  readonly isLive?: true;
};

function KeyFigure({ name, value, change, note, isLive }: KeyFigureProps) {
  return (
    <div>
      <Text fz="xs" c="dimmed">
        {name}
      </Text>
      <Text fz="xl" fw={650} className="figures">
        {value}
      </Text>
      <Text fz="xs" c="dimmed" component="div">
        {isLive ? (
          <span className={classes.live}>{note}</span>
        ) : change === null || change === undefined ? (
          t('shell.text.noComparison')
        ) : (
          t('shell.text.weekChange', { change: relativeChangeText(change) })
        )}
      </Text>
    </div>
  );
}
