import { Paper, Text, Title } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { useKnownNames } from '../api/use-names.ts';
import { campaignChoices } from '../campaign/campaign-choices.ts';
import { t } from '../i18n/t.ts';
import { disjunctionText } from '../labels/figures.ts';
import { ProblemAlert } from '../ui/notice/problem-alert.tsx';
import { TextLink } from '../ui/page/link.tsx';
import classes from './attention-card.module.css';
import type { AttentionList, AttentionListName, AttentionRow } from './attention-lists.tsx';

/** Lists of bookings. */
const bookingLists: readonly AttentionListName[] = [
  'underDelivering',
  'rejected',
  'notReady',
  'endingSoon',
  'bookingsPendingReview',
];

type ListResult = AttentionList & { readonly data: unknown; readonly error: unknown };

/** All objects that need attention as one table, and the names of the lists without objects. */
export function AttentionCard({ lists }: { readonly lists: readonly AttentionList[] }) {
  const results = useQueries({ queries: lists.map(({ query }) => query) });
  const loaded = lists.map(
    (list, index): ListResult => ({
      ...list,
      data: results[index]?.data,
      error: results[index]?.error,
    }),
  );
  const totalOf = ({ data, foundIn }: ListResult) => (data === undefined ? 0 : foundIn(data).total);
  const filled = loaded.filter((list) => totalOf(list) > 0 || Boolean(list.error));
  const empty = loaded.filter((list) => list.data !== undefined && totalOf(list) === 0);
  const count = loaded.reduce((sum, list) => sum + totalOf(list), 0);
  return (
    <Paper mb="md" component="section" aria-labelledby="needs-attention">
      <Title order={2} id="needs-attention" mb={8}>
        {t('shell.title.needsAttention', { count })}
      </Title>
      {filled.map((list) => (
        <Rows key={list.title} list={list} />
      ))}
      {empty.length > 0 && (
        <Text fz="xs" c="dimmed" mt="xs">
          {filled.length === 0 && empty.every(({ name }) => bookingLists.includes(name))
            ? t('shell.text.noBookings')
            : t('shell.text.nothingIn', {
                lists: disjunctionText(empty.map(({ name }) => t(`shell.noneOf.${name}`))),
              })}
        </Text>
      )}
    </Paper>
  );
}

function Rows({ list }: { readonly list: ListResult }) {
  const { title, data, error, foundIn, all } = list;
  const { rows, total } = data === undefined ? { rows: [], total: 0 } : foundIn(data);
  const campaigns = useKnownNames(
    campaignChoices,
    rows.map(({ campaignId }) => campaignId),
  );
  // The line keeps its height while the names load.
  const campaignName = ({ campaignId }: AttentionRow) =>
    campaignId === undefined || campaigns.isAwaited ? '\u00a0' : campaigns.nameOf(campaignId);
  return (
    <section aria-label={title} className={classes.group}>
      {error !== null && error !== undefined && <ProblemAlert error={error} />}
      <ul className={classes.rows}>
        {rows.map((row) => (
          <Row key={row.to + row.name} row={row} campaignName={campaignName(row)} />
        ))}
      </ul>
      {total > rows.length && all !== undefined && (
        <Text fz="sm" my="xs" component="div">
          {all}
        </Text>
      )}
    </section>
  );
}

function Row({ row, campaignName }: { readonly row: AttentionRow; readonly campaignName: string }) {
  return (
    <li className={classes.row}>
      <span>{row.mark}</span>
      <span className={classes.name}>
        <TextLink to={row.to} {...(row.search && { search: row.search })} fz="sm" fw={550}>
          {row.name}
        </TextLink>
        {row.campaignId !== undefined && <span className={classes.campaign}>{campaignName}</span>}
      </span>
      <span className={classes.reason}>{row.reason}</span>
      <span className={classes.progress}>{row.progress}</span>
      <span className={classes.note}>
        {row.note}
        {row.until !== undefined && <span className={classes.until}>{row.until}</span>}
      </span>
    </li>
  );
}
