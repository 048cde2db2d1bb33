import { Box, List, Paper, Slider, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getPosition, getScreenLoop } from '../../client/generated/sdk.gen.ts';
import type { ScreenLoop } from '../../client/generated/types.gen.ts';
import { client, dataOf } from '../api/client.ts';
import { countText, countWithNoun, shareText } from '../labels/figures.ts';
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
import { wallTimeOf } from '../ui/time/zoned-time.ts';
import { loopProblemText } from './loop-labels.ts';
import classes from './loop-page.module.css';

type Played = ScreenLoop['bookings'][number];

/** Who plays when on a screen, on one day. */
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
  const name = position.data?.name ?? (isChosen ? `position ${id}` : 'a screen');
  return (
    <Page
      title={`Loop of ${name}`}
      lead="Who plays when: every play that was bought, competitors apart, the rest by priority and end date."
      crumbs={[{ text: 'Inventory', to: '/inventory' }]}
      actions={<DayField label="Day" value={date ?? loop.data?.date} onChange={(day) => change({ date: day })} />}
    >
      {!isChosen && (
        <EmptyState icon="position" title="Which screen?">
          The page of a position of a screen leads here.
        </EmptyState>
      )}
      {loop.error !== null && <ProblemAlert error={loop.error} again={() => void loop.refetch()} />}
      {loop.data !== undefined && <Planned loop={loop.data} />}
    </Page>
  );
}

function Planned({ loop }: { readonly loop: ScreenLoop }) {
  const { bookings, loops, loopSeconds, slotSeconds, problems, emptyPlays, date, timeZone } = loop;
  const nameOf = (id: number) => bookings.find(({ bookingId }) => bookingId === id)?.name ?? `Booking ${id}`;
  if (loops.length === 0) {
    return (
      <EmptyState icon="position" title="The screen is closed">
        It has no opening hours on {date}.
      </EmptyState>
    );
  }
  return (
    <>
      <Facts
        facts={[
          { name: 'Day', value: `${date}, ${timeZone}` },
          { name: 'Loops', value: `${countText(loops.length)} of ${loopSeconds} s` },
          { name: 'A play takes', value: `${slotSeconds} s` },
          { name: 'Nobody plays', value: countWithNoun(emptyPlays, 'play') },
        ]}
      />
      {problems.length > 0 && (
        <Box mt="md">
          <ToneFrame tone="waiting" title="What cannot be kept">
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
      <Section title="Plays of the day">
        <DataTable
          caption="Bookings by their plays of the day"
          columns={columns}
          rows={bookings}
          rowKey={({ bookingId }) => bookingId}
        />
      </Section>
    </>
  );
}

const columns: readonly TableColumn<Played>[] = [
  {
    key: 'booking',
    title: 'Booking',
    render: ({ bookingId, name }) => (
      <TextLink to={`/bookings/${bookingId}`}>{name ?? `Booking ${bookingId}`}</TextLink>
    ),
  },
  { key: 'plays', title: 'Plays', align: 'end', render: ({ plays }) => countText(plays) },
  { key: 'share', title: 'Of all plays', align: 'end', render: ({ share }) => shareText(share) },
];

/** One loop of the day, play by play. */
function Timeline({ loop, nameOf }: { readonly loop: ScreenLoop; readonly nameOf: (id: number) => string }) {
  const { loops, timeZone, slotSeconds } = loop;
  const [chosen, choose] = useState(0);
  const at = Math.min(chosen, loops.length - 1);
  const shown = loops[at];
  if (shown === undefined) return null;
  const clockAt = (index: number) => wallTimeOf(loops[index]?.startAt ?? shown.startAt, timeZone).slice(11, 16);
  const plays = shown.bookingIds.map((id, place) => ({ id, second: place * slotSeconds }));
  return (
    <Section title={`The loop of ${clockAt(at)}`} lead="Move along the day to see another one.">
      <Stack gap="md">
        {loops.length > 1 && (
          <Box px="xs">
            <Slider
              min={0}
              max={loops.length - 1}
              value={at}
              onChange={choose}
              label={clockAt}
              thumbLabel="Time of the loop"
              thumbProps={{ 'aria-valuetext': clockAt(at) }}
            />
          </Box>
        )}
        <ol className={classes.loop} aria-label={`Plays of the loop of ${clockAt(at)}`}>
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
                {second} s
              </Text>
              <Text fz="sm" truncate title={id === null ? 'Nobody' : nameOf(id)}>
                {id === null ? 'Nobody' : nameOf(id)}
              </Text>
            </Paper>
          ))}
        </ol>
      </Stack>
    </Section>
  );
}
