import { ActionIcon, Menu } from '@mantine/core';
import { listSavedReports } from '../../client/generated/sdk.gen.ts';
import type { ListSavedReportsData, SavedReport } from '../../client/generated/types.gen.ts';
import { client, dataOf, objectWithEtag } from '../api/client.ts';
import { t } from '../i18n/t.ts';
import { conjunctionText } from '../labels/figures.ts';
import { useChange } from '../ui/action/use-change.ts';
import { ToneBadge } from '../ui/display/badges.tsx';
import { Icon } from '../ui/display/icon.tsx';
import type { TableColumn } from '../ui/list/data-table.tsx';
import { EmptyState } from '../ui/list/empty-state.tsx';
import { ListTable } from '../ui/list/list-table.tsx';
import { useList } from '../ui/list/use-list.ts';
import { notifyWithUndo } from '../ui/notice/notify-with-undo.tsx';
import { ButtonLink, TextLink } from '../ui/page/link.tsx';
import { Page } from '../ui/page/page.tsx';
import { numberOf } from '../ui/page/use-address.ts';
import { Instant } from '../ui/time/instant.tsx';
import { savedReportAddress } from './model/report-query.ts';
import { ReportTabs } from './report-tabs.tsx';
import { SavedReportDrawer } from './saved-report-drawer.tsx';
import { savedReportResource } from './saved-report-resource.ts';

type Sort = NonNullable<NonNullable<ListSavedReportsData['query']>['sort']>;

/** The saved reports of the user, and shared ones. */
export function SavedListPage() {
  const { values, change, ...list } = useList({
    noun: 'saved-reports',
    sort: 'name' as Sort,
    fetch: (query) => listSavedReports({ client, query }),
  });
  const { item } = values;
  return (
    <Page title={t('report.title.saved')} lead={t('report.text.savedLead')}>
      <ReportTabs />
      <ListTable
        caption={t('report.title.saved')}
        list={list}
        columns={columnsOf((id) => change({ item: String(id), page: values['page'] }))}
        empty={
          <EmptyState
            icon="report"
            title={t('report.title.noSaved')}
            action={
              <ButtonLink to="/reports" variant="default">
                {t('report.action.openReports')}
              </ButtonLink>
            }
          >
            {t('report.text.noSaved')}
          </EmptyState>
        }
      />
      {item !== undefined && (
        <SavedReportDrawer
          key={item}
          id={numberOf(item, 0)}
          close={() => change({ item: undefined, page: values['page'] })}
        />
      )}
    </Page>
  );
}

function columnsOf(edit: (id: number) => void): readonly TableColumn<SavedReport>[] {
  return [
    {
      key: 'name',
      title: t('report.label.report'),
      sort: 'name',
      render: (row) => (
        <TextLink to="/reports" search={savedReportAddress(row)} fz="sm" fw={550}>
          {row.name}
        </TextLink>
      ),
    },
    { key: 'content', title: t('report.label.groupBy'), render: contentText },
    {
      key: 'shared',
      title: t('report.label.visibility'),
      nowrap: true,
      render: ({ shared }) => (
        <ToneBadge
          text={t(shared ? 'report.label.sharedBadge' : 'report.label.privateBadge')}
          tone={shared ? 'good' : 'quiet'}
        />
      ),
    },
    { key: 'owner', title: t('report.label.owner'), render: ({ ownerName, owner }) => ownerName ?? owner },
    {
      key: 'updated',
      title: t('report.label.updated'),
      sort: 'updatedAt',
      nowrap: true,
      render: ({ updatedAt }) => <Instant at={updatedAt} />,
    },
    { key: 'actions', title: '', align: 'end', render: (row) => <RowMenu row={row} edit={() => edit(row.id)} /> },
  ];
}

function contentText({ report: { groupBy, pivot } }: SavedReport): string {
  const labels = conjunctionText(groupBy.map((dimension) => t(`labels.reportDimension.${dimension}`)));
  if (pivot === undefined) return labels;
  const value = t(`labels.reportDimension.${pivot}`);
  return `${labels} (${t('common.label.withValue', { label: t('report.label.pivot'), value })})`;
}

function RowMenu({ row, edit }: { readonly row: SavedReport; readonly edit: () => void }) {
  const { id, name, report, editable } = row;
  const nouns = ['saved-reports'];
  const duplicate = useChange({
    nouns,
    change: () => dataOf(savedReportResource.create({ name: t('report.text.copyOf', { name }).slice(0, 255), report })),
    done: (made: SavedReport) => t('report.text.duplicated', { name: made.name }),
  });
  const restore = useChange({ nouns, change: () => dataOf(unarchive(id)) });
  const remove = useChange({
    nouns,
    change: async () => {
      const { etag } = await objectWithEtag(savedReportResource.read(id));
      return await dataOf(savedReportResource.archive(id, etag));
    },
    onDone: () => notifyWithUndo(t('report.text.deleted', { name }), () => restore.mutate(undefined)),
  });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon color="gray" aria-label={t('report.action.rowActions', { name })}>
          <Icon name="more" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {editable && <Menu.Item onClick={edit}>{t('report.action.rename')}</Menu.Item>}
        <Menu.Item onClick={() => duplicate.mutate(undefined)}>{t('report.action.duplicate')}</Menu.Item>
        {editable && (
          <Menu.Item color="red" onClick={() => remove.mutate(undefined)}>
            {t('report.action.delete')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

function unarchive(id: number) {
  if (savedReportResource.unarchive === undefined) throw new Error('saved reports can be unarchived');
  return savedReportResource.unarchive(id);
}
