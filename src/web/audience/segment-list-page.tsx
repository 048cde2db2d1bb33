import { Button, Text } from '@mantine/core';
import { listSegments } from '../../client/generated/sdk.gen.ts';
import type { ListSegmentsData, Segment } from '../../client/generated/types.gen.ts';
import { client } from '../api/client.ts';
import { useMe } from '../api/use-me.ts';
import { t } from '../i18n/t.ts';
import { countText } from '../labels/figures.ts';
import { Icon } from '../ui/display/icon.tsx';
import type { TableColumn } from '../ui/list/data-table.tsx';
import { EmptyState } from '../ui/list/empty-state.tsx';
import { ListTable } from '../ui/list/list-table.tsx';
import { NameButton } from '../ui/list/name-button.tsx';
import { useList } from '../ui/list/use-list.ts';
import { TextLink } from '../ui/page/link.tsx';
import { Page } from '../ui/page/page.tsx';
import { numberOf } from '../ui/page/use-address.ts';
import { Instant } from '../ui/time/instant.tsx';
import { AudienceTabs } from './audience-tabs.tsx';
import { SegmentDrawer } from './segment-drawer.tsx';

type Sort = NonNullable<NonNullable<ListSegmentsData['query']>['sort']>;

/** List of audience segments with their size and last update. */
export function SegmentListPage() {
  const me = useMe();
  const { values, change, ...list } = useList({
    noun: 'segments',
    sort: 'name' as Sort,
    fetch: (query) => listSegments({ client, query }),
  });
  const item = values['item'];
  const add = me.may('segments:write') && (
    <Button leftSection={<Icon name="add" />} onClick={() => change({ item: 'new' })}>
      {t('audience.action.newSegment')}
    </Button>
  );
  return (
    <Page title={t('audience.label.audiences')} lead={t('audience.hint.segments')} actions={!list.isEmpty && add}>
      <AudienceTabs />
      <ListTable
        caption={t('audience.label.segments')}
        list={list}
        columns={columnsOf((id) => change({ item: String(id) }))}
        empty={
          <EmptyState icon="person" title={t('audience.title.noSegments')} action={list.isEmpty && add}>
            {t('audience.text.noSegments')}{' '}
            {me.may('destination-connections:write') && (
              <TextLink to="/audiences/connections" search={{ item: 'new' }} underline="always">
                {t('audience.action.newConnection')}
              </TextLink>
            )}
          </EmptyState>
        }
      />
      {item !== undefined && (
        <SegmentDrawer
          key={item}
          id={item === 'new' ? null : numberOf(item, 0)}
          onCreated={({ id }) => change({ item: String(id) })}
          close={() => change({ item: undefined })}
        />
      )}
    </Page>
  );
}

function columnsOf(open: (id: number) => void): readonly TableColumn<Segment>[] {
  return [
    {
      key: 'name',
      title: t('audience.label.segment'),
      sort: 'name',
      render: ({ id, name }) => <NameButton name={name} onOpen={() => open(id)} />,
    },
    { key: 'code', title: t('audience.label.code'), render: ({ code }) => code },
    {
      key: 'size',
      title: t('audience.label.members'),
      align: 'end',
      sort: 'size',
      render: ({ size }) => countText(size),
    },
    {
      key: 'freshAt',
      title: t('audience.label.lastUpdate'),
      nowrap: true,
      render: ({ freshAt }) =>
        freshAt === null ? <Text inherit>{t('audience.label.never')}</Text> : <Instant at={freshAt} />,
    },
    {
      key: 'source',
      title: t('audience.label.source'),
      render: ({ source }) =>
        source === null ? t('audience.label.backEnds') : t('audience.format.connection', { id: String(source) }),
    },
  ];
}
