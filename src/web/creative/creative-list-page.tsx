import { Group, Skeleton, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { listCreatives } from '../../client/generated/sdk.gen.ts';
import type { Creative, ListCreativesData } from '../../client/generated/types.gen.ts';
import { client, listDataOf } from '../api/client.ts';
import { useMe } from '../api/use-me.ts';
import { useNames } from '../api/use-names.ts';
import { t } from '../i18n/t.ts';
import { formatChoices } from '../inventory/model/format-choices.ts';
import { useFormats } from '../inventory/model/formats-query.ts';
import { brandChoices } from '../media-partner/partner-choices.ts';
import { Icon } from '../ui/display/icon.tsx';
import { Pages } from '../ui/list/data-table.tsx';
import { EmptyState } from '../ui/list/empty-state.tsx';
import { ProblemAlert } from '../ui/notice/problem-alert.tsx';
import { ButtonLink, TextLink } from '../ui/page/link.tsx';
import { Page } from '../ui/page/page.tsx';
import { listOf, numberOf, useAddress } from '../ui/page/use-address.ts';
import classes from './creative-card.module.css';
import { CreativeCard } from './creative-card.tsx';
import { CreativeFilters } from './creative-filters.tsx';
import { CreativeListTable } from './creative-table.tsx';
import { useThumbnailUrls } from './model/use-thumbnail-urls.ts';

type Values = Readonly<Record<string, string | undefined>>;
type Query = NonNullable<ListCreativesData['query']>;

/** Creatives of one page: full rows of two to six cards. */
const pageSizes = { wide: 60, phone: 24 };
/** Width of a card's picture on a high-density screen, in pixels. */
const pictureWidth = 480;
const brands = brandChoices();
/** Parameters of the URL that are not filters. */
const noFilters = new Set(['sort', 'page', 'view']);
const loadingCards = Array.from({ length: 12 }, (_, index) => index);

/** The library: all creatives that the user may see, as a grid or a table. */
export function CreativeListPage() {
  const [values, change] = useAddress();
  const me = useMe();
  const page = numberOf(values['page'], 1);
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  const pageSize = isPhone === true && values['view'] !== 'table' ? pageSizes.phone : pageSizes.wide;
  const query = queryOf(values, { page, pageSize });
  const { data, error, refetch } = useQuery({
    queryKey: ['creatives', 'list', query],
    queryFn: () => listDataOf(listCreatives({ client, query })),
    placeholderData: keepPreviousData,
  });
  const rows = data?.rows;
  const names = useCreativeNames(rows ?? []);
  const formatOf = useFormats();
  const pictureOf = useThumbnailUrls(rows ?? [], pictureWidth);
  const isFiltered = Object.keys(values).some((name) => !noFilters.has(name));
  const paging = { page, pageSize, total: data?.total ?? 0, onPage: (next: number) => change({ page: String(next) }) };
  return (
    <Page
      title={t('creative.title.list')}
      primary={
        me.may('creatives:write') && (
          <ButtonLink to="/creatives/new" leftSection={<Icon name="add" />}>
            {t('creative.action.new')}
          </ButtonLink>
        )
      }
    >
      <CreativeFilters values={values} change={change} />
      {error !== null && <ProblemAlert error={error} retry={() => void refetch()} />}
      {error === null && rows?.length === 0 && (isFiltered ? <NoMatch /> : <NoCreatives />)}
      {error === null && rows?.length !== 0 && values['view'] === 'table' && (
        <CreativeListTable
          rows={rows}
          names={names}
          sort={values['sort'] ?? '-updatedAt'}
          onSort={(sort) => change({ sort })}
          paging={paging}
        />
      )}
      {error === null && rows?.length !== 0 && values['view'] !== 'table' && (
        <>
          <ul className={classes.grid} aria-busy={rows === undefined} aria-label={t('creative.title.list')}>
            {rows === undefined
              ? loadingCards.map((card) => <Skeleton key={card} component="li" height={250} />)
              : rows.map((creative) => (
                  <CreativeCard
                    key={creative.id}
                    creative={creative}
                    picture={pictureOf(creative)}
                    brand={names.brand(creative.brandId)}
                    format={formatOf(creative.formatId)}
                  />
                ))}
          </ul>
          {paging.total > 0 && <Pages {...paging} />}
        </>
      )}
    </Page>
  );
}

/** Names of the brands and formats of creatives. */
function useCreativeNames(rows: readonly Creative[]) {
  const brand = useNames(
    brands,
    rows.map(({ brandId }) => brandId),
  );
  const format = useNames(
    formatChoices,
    rows.map(({ formatId }) => formatId),
  );
  return { brand, format };
}

function queryOf(values: Values, { page, pageSize }: { readonly page: number; readonly pageSize: number }): Query {
  const several = <Value,>(name: string, list: readonly Value[]) => (list.length === 0 ? {} : { [name]: list });
  const states = listOf(values['state']);
  return {
    limit: pageSize,
    offset: (page - 1) * pageSize,
    sort: values['sort'] ?? '-updatedAt',
    ...(values['search'] === undefined ? {} : { search: values['search'] }),
    ...(states.includes('archived') ? { includeArchived: 'true' } : {}),
    ...(values['waiting'] === undefined ? {} : { hasPendingVersion: 'true' }),
    ...several('kind', listOf(values['kind'])),
    ...several('state', states),
    ...several('brandId', listOf(values['brand']).map(Number)),
    ...several('formatId', listOf(values['format']).map(Number)),
  } as Query;
}

function NoMatch() {
  return (
    <EmptyState icon="filter" title={t('creative.title.noMatch')}>
      <Group justify="center">
        <TextLink to="/creatives">{t('creative.action.showAll')}</TextLink>
      </Group>
    </EmptyState>
  );
}

function NoCreatives() {
  const me = useMe();
  return (
    <EmptyState
      icon="creative"
      title={t('creative.title.noCreatives')}
      action={me.may('creatives:write') && <ButtonLink to="/creatives/new">{t('creative.action.new')}</ButtonLink>}
    >
      <Text inherit>{t('creative.text.noCreatives')}</Text>
    </EmptyState>
  );
}
