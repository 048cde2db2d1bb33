import { Box, List, Paper, Slider, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getPosition, getScreenLoop } from '../../client/generated/sdk.gen.ts';
import type { ScreenLoop } from '../../client/generated/types.gen.ts';
import { client, dataOf } from '../api/client.ts';
import { t } from '../i18n/t.ts';
import { countText, shareText } from '../labels/figures.ts';
import { Facts } from '../ui/display/facts.tsx';
import { ToneFrame } from '../ui/display/tone-frame.tsx';
import { DataTable, type TableColumn } from '../ui/list/data-table.tsx';
import { EmptyState } from '../ui/list/empty-state.tsx';
import { ProblemAlert } from '../ui/notice/problem-alert.tsx';
import { TextLink } from '../ui/page/link.tsx';
import { Page } from '../ui/page/page.tsx';
import { Section } from '../ui/page/section.tsx';
import { numberOf, useAddress } from '../ui/page/use-address.ts';
import { DayField } from '../ui/time/day-field.tsx';
import { dayText, wallTimeOf } from '../ui/time/zoned-time.ts';
import { loopProblemText } from './loop-labels.ts';
import classes from './loop-page.module.css';

type Played = ScreenLoop['bookings'][number];

/** The planned plays of a screen on one day. */
export function LoopPage() {
  const [values, change] = useAddress();
  const id = numberOf(values['position'], 0);
  const date = values['date'];
  const isChosen = id > 0;
  const position = useQuery({
    queryKey: ['positions', id, 'name'],
    enabled: isChosen,
    queryFn: () => dataOf(getPosition({ client, path: { id } })),
  });
  const loop = useQuery({
    queryKey: ['positions', id, 'loop', date],
    queryFn: () => dataOf(getScreenLoop({ client, path: { id }, query: date === undefined ? {} : { date } })),
    retry: false,
    enabled: isChosen,
  });
  const name = position.data?.name ?? t('inventory.label.positionId', { id });
  return (
    <Page
      title={isChosen ? t('inventory.title.loopOf', { position: name }) : t('inventory.title.loop')}
      lead={t('inventory.text.loop')}
      crumbs={[{ text: t('inventory.title.inventory'), to: '/inventory' }]}
      actions={
        <DayField
          label={t('inventory.label.day')}
          value={date ?? loop.data?.date}
          onChange={(day) => change({ date: day })}
        />
      }
    >
      {!isChosen && (
        <EmptyState icon="position" title={t('inventory.title.noScreenSelected')}>
          {t('inventory.text.noScreenSelected')}
        </EmptyState>
      )}
      {loop.error !== null && <ProblemAlert error={loop.error} retry={() => void loop.refetch()} />}
      {loop.data !== undefined && <PlannedLoops loop={loop.data} />}
    </Page>
  );
}

function PlannedLoops({ loop }: { readonly loop: ScreenLoop }) {
  const { bookings, loops, loopSeconds, slotSeconds, problems, emptyPlays, date, timeZone } = loop;
  const nameOf = (id: number) =>
    bookings.find(({ bookingId }) => bookingId === id)?.name ?? t('inventory.label.bookingId', { id });
  const day = dayText(`${date}T12:00:00Z`, 'UTC');
  if (loops.length === 0) {
    return (
      <EmptyState icon="position" title={t('inventory.title.screenClosed')}>
        {t('inventory.text.screenClosed', { date: day })}
      </EmptyState>
    );
  }
  return (
    <>
      <Facts
        facts={[
          { name: t('inventory.label.day'), value: `${day}, ${timeZone}` },
          {
            name: t('inventory.label.loops'),
            value: t('inventory.text.loopCount', { count: loops.length, seconds: loopSeconds }),
          },
          { name: t('inventory.label.slot'), value: t('inventory.text.seconds', { seconds: slotSeconds }) },
          { name: t('inventory.label.emptyPlays'), value: countText(emptyPlays) },
        ]}
      />
      {problems.length > 0 && (
        <Box mt="md">
          <ToneFrame tone="waiting" title={t('inventory.title.issues')}>
            <List size="sm">
              {problems.map((problem) => {
                const text = loopProblemText(problem, nameOf);
                return <List.Item key={text}>{text}</List.Item>;
              })}
            </List>
          </ToneFrame>
        </Box>
      )}
      <Timeline loop={loop} nameOf={nameOf} />
      <Section title={t('inventory.title.playsPerBooking')}>
        <DataTable
          caption={t('inventory.title.playsPerBooking')}
          columns={columnsOf()}
          rows={bookings}
          rowKey={({ bookingId }) => bookingId}
        />
      </Section>
    </>
  );
}

function columnsOf(): readonly TableColumn<Played>[] {
  return [
    {
      key: 'booking',
      title: t('inventory.label.booking'),
      render: ({ bookingId: id, name }) => (
        <TextLink to={`/bookings/${id}`}>{name ?? t('inventory.label.bookingId', { id })}</TextLink>
      ),
    },
    { key: 'plays', title: t('inventory.label.plays'), align: 'end', render: ({ plays }) => countText(plays) },
    { key: 'share', title: t('inventory.label.shareOfPlays'), align: 'end', render: ({ share }) => shareText(share) },
  ];
}

/** The plays of one loop, and a slider that selects the loop. */
function Timeline({ loop, nameOf }: { readonly loop: ScreenLoop; readonly nameOf: (id: number) => string }) {
  const { loops, timeZone, slotSeconds } = loop;
  const [chosenIndex, choose] = useState(0);
  const index = Math.min(chosenIndex, loops.length - 1);
  const shown = loops[index];
  if (shown === undefined) return null;
  const startText = (position: number) => wallTimeOf(loops[position]?.startAt ?? shown.startAt, timeZone).slice(11, 16);
  const plays = shown.bookingIds.map((id, slot) => ({ id, second: slot * slotSeconds }));
  return (
    <Section title={t('inventory.title.loopAt', { time: startText(index) })} lead={t('inventory.text.moveSlider')}>
      <Stack gap="md">
        {loops.length > 1 && (
          <Box px="xs">
            <Slider
              min={0}
              max={loops.length - 1}
              value={index}
              onChange={choose}
              label={startText}
              thumbLabel={t('inventory.label.loopStart')}
              thumbProps={{ 'aria-valuetext': startText(index) }}
            />
          </Box>
        )}
        <ol className={classes.loop} aria-label={t('inventory.title.playsOfLoopAt', { time: startText(index) })}>
          {plays.map(({ id, second }) => (
            <Paper
              component="li"
              key={second}
              className={classes.play}
              withBorder
              p="xs"
              data-empty={id === null || undefined}
            >
              <Text fz="xs" c="dimmed">
                {t('inventory.text.seconds', { seconds: second })}
              </Text>
              <Text fz="sm" truncate title={id === null ? t('inventory.label.empty') : nameOf(id)}>
                {id === null ? t('inventory.label.empty') : nameOf(id)}
              </Text>
            </Paper>
          ))}
        </ol>
      </Stack>
    </Section>
  );
}
