import { Paper, SimpleGrid, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useMe } from '../api/use-me.ts';
import { t } from '../i18n/t.ts';
import { useZone } from '../inventory/model/use-zone.ts';
import {
  countText,
  moneyText,
  percentText,
  pointChangeText,
  relativeChangeText,
  shareText,
} from '../labels/figures.ts';
import classes from './key-figure-row.module.css';
import { compareWeeks, pointChangeOf, type WeekFigures, weekChangeOf } from './key-figures.ts';
import { dayAgo, recentDaysQuery } from './recent-days.ts';
import { useLiveDelivery } from './use-live-delivery.ts';

const weekDays = [1, 2, 3, 4, 5, 6, 7];

/** Live counts of today, and the last complete week compared with the week before. Hidden without delivery. */
export function KeyFigureRow() {
  const me = useMe();
  const zone = useZone();
  const { data } = useQuery(recentDaysQuery(zone));
  const live = useLiveDelivery();
  const spendLabel = t(me.reach === 'mapped' ? 'shell.label.spendWeek' : 'shell.label.revenueWeek');
  if (data === undefined) return <LoadingFigures spendLabel={spendLabel} />;
  const daysAgo = (offset: number) => weekDays.map((day) => dayAgo(day + offset, zone));
  const { current, previous, currency } = compareWeeks(data.days, daysAgo(0), daysAgo(weekDays.length));
  const today = (live?.days ?? data.days).find(({ day }) => day === dayAgo(0, zone));
  // The chart below says that there is no delivery.
  const isEmpty = (today?.impressions ?? 0) === 0 && data.days.every(({ impressions }) => impressions === 0);
  if (isEmpty) return null;
  const hasBefore = previous.impressions > 0;
  const change = (figure: keyof WeekFigures) => weekNote(weekChangeOf(current[figure], previous[figure]));
  const points = (rate: 'ctr' | 'viewability') => pointNote(pointChangeOf(current[rate], previous[rate]));
  return (
    <FigureFrame>
      <KeyFigure
        name={t('shell.label.impressionsToday')}
        value={countText(today?.impressions ?? 0)}
        note={<span className={classes.live}>{t('shell.text.live')}</span>}
      />
      <KeyFigure
        name={t('shell.label.impressionsWeek')}
        value={countText(current.impressions)}
        note={change('impressions')}
      />
      <KeyFigure
        name={t('shell.label.clicksWeek')}
        value={countText(current.clicks)}
        note={hasBefore && change('clicks')}
      />
      <KeyFigure name={t('shell.label.ctrWeek')} value={percentText(current.ctr)} note={hasBefore && points('ctr')} />
      <KeyFigure
        name={t('shell.label.viewabilityWeek')}
        value={current.viewability === null ? '–' : shareText(current.viewability)}
        note={hasBefore && points('viewability')}
      />
      <KeyFigure
        name={spendLabel}
        value={currency === null ? '–' : moneyText({ amount: String(current.spend), currency })}
        note={hasBefore && change('spend')}
      />
    </FigureFrame>
  );
}

/** The figures before their values are loaded, in the same size. */
function LoadingFigures({ spendLabel }: { readonly spendLabel: string }) {
  const names = [
    t('shell.label.impressionsToday'),
    t('shell.label.impressionsWeek'),
    t('shell.label.clicksWeek'),
    t('shell.label.ctrWeek'),
    t('shell.label.viewabilityWeek'),
    spendLabel,
  ];
  return (
    <FigureFrame>
      {names.map((name) => (
        <KeyFigure
          key={name}
          name={name}
          value={<Skeleton component="span" display="inline-block" width="5ch" height="0.8em" />}
          note={<Skeleton component="span" display="inline-block" width="10ch" height="0.8em" />}
        />
      ))}
    </FigureFrame>
  );
}

function FigureFrame({ children }: { readonly children: ReactNode }) {
  return (
    <Paper component="section" aria-label={t('shell.title.keyFigures')} mb="md">
      <SimpleGrid cols={{ base: 2, sm: 3, lg: 6 }} spacing="lg" verticalSpacing="md">
        {children}
      </SimpleGrid>
    </Paper>
  );
}

/** A change relative to the week before. null: nothing to compare with. */
function weekNote(change: number | null): string {
  return change === null
    ? t('shell.text.noComparison')
    : t('shell.text.weekChange', { change: relativeChangeText(change) });
}

/** A change of a rate in percentage points. null: nothing to compare with. */
function pointNote(points: number | null): string {
  return points === null
    ? t('shell.text.noComparison')
    : t('shell.text.pointChange', { change: pointChangeText(points) });
}

function KeyFigure({
  name,
  value,
  note,
}: {
  readonly name: string;
  readonly value: ReactNode;
  readonly note: ReactNode;
}) {
  return (
    <div>
      <Text fz="xs" c="dimmed">
        {name}
      </Text>
      <Text fz="xl" fw={650} className="figures" component="div">
        {value}
      </Text>
      <Text fz="xs" c="dimmed" component="div">
        {note}
      </Text>
    </div>
  );
}
