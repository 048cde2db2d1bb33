/*
 * The configuration as files.
 *
 * - `configuration-page.tsx`: export, and applies with their undo. `compare-section.tsx`, `plan-view.tsx`: comparison of
 *   files with the configuration, and the apply.
 * - `read-documents.ts`: YAML. `configuration-nouns.ts`: the queries that an apply makes stale.
 */

import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getConfiguration, listConfigurationApplies, undoConfigurationApply } from '../../client/generated/sdk.gen.ts';
import type { ConfigurationApply } from '../../client/generated/types.gen.ts';
import { AdministrationTabs } from '../administration/administration-tabs.tsx';
import { client, dataOf } from '../api/client.ts';
import { useMe } from '../api/use-me.ts';
import { useActors } from '../audit/use-actors.ts';
import { t } from '../i18n/t.ts';
import { useChange } from '../ui/action/use-change.ts';
import { confirm } from '../ui/dialog/confirm.tsx';
import { Icon } from '../ui/display/icon.tsx';
import { saveText } from '../ui/display/save-file.ts';
import { DataTable, type TableColumn } from '../ui/list/data-table.tsx';
import { EmptyState } from '../ui/list/empty-state.tsx';
import { ProblemAlert } from '../ui/notice/problem-alert.tsx';
import { Page } from '../ui/page/page.tsx';
import { Section } from '../ui/page/section.tsx';
import { Instant } from '../ui/time/instant.tsx';
import { CompareSection } from './compare-section.tsx';
import { configurationNouns } from './configuration-nouns.ts';
import { yamlOfDocument } from './read-documents.ts';

/** Export, comparison and apply of the configuration, and the undo of earlier applies. */
export function ConfigurationPage() {
  const me = useMe();
  const mayApply = me.may('configuration:write');
  const exported = useChange({
    nouns: [],
    change: async () => yamlOfDocument(await dataOf(getConfiguration({ client }))),
    onDone: (text) => saveText('configuration.yaml', text, 'application/yaml'),
  });
  const download = (
    <Button
      variant="default"
      leftSection={<Icon name="download" />}
      loading={exported.isPending}
      onClick={() => exported.mutate(undefined)}
    >
      {t('configuration.action.export')}
    </Button>
  );
  return (
    <Page title={t('shell.administrationPage.configuration')} lead={t('configuration.text.lead')} actions={download}>
      <AdministrationTabs />
      <CompareSection mayApply={mayApply} />
      <AppliesSection mayUndo={mayApply} />
    </Page>
  );
}

function AppliesSection({ mayUndo }: { readonly mayUndo: boolean }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['configuration', 'applies'],
    queryFn: () => dataOf(listConfigurationApplies({ client })),
  });
  const actorName = useActors(data ?? []);
  const undo = useChange({
    nouns: configurationNouns,
    change: (id: number) => dataOf(undoConfigurationApply({ client, path: { id }, body: {} })),
    done: t('configuration.notice.undone'),
  });
  const ask = ({ id, created, updated, restored, archived }: ConfigurationApply) =>
    confirm({
      title: t('configuration.title.undo', { number: String(id) }),
      text: t('configuration.text.undo', { count: created + updated + restored + archived }),
      verb: t('configuration.action.undo'),
      isDangerous: true,
      onConfirm: () => undo.mutate(id ?? 0),
    });
  return (
    <Section title={t('configuration.title.applies')} lead={t('configuration.text.applies')}>
      {error !== null && <ProblemAlert error={error} retry={() => void refetch()} />}
      {error === null && (
        <DataTable
          caption={t('configuration.title.applies')}
          columns={columnsOf({ actorName, undo: mayUndo ? ask : null })}
          rows={data}
          rowKey={({ id }) => id ?? 0}
          empty={
            <EmptyState icon="clock" title={t('configuration.title.noApplies')}>
              {t('configuration.text.noApplies')}
            </EmptyState>
          }
        />
      )}
    </Section>
  );
}

type Columns = {
  readonly actorName: (actor: string) => string;
  /** null: the user may not undo. */
  readonly undo: ((apply: ConfigurationApply) => void) | null;
};

const columnsOf = ({ actorName, undo }: Columns): readonly TableColumn<ConfigurationApply>[] => [
  { key: 'number', title: t('configuration.label.number'), render: ({ id }) => String(id) },
  { key: 'at', title: t('configuration.label.time'), nowrap: true, render: ({ at }) => at && <Instant at={at} /> },
  { key: 'actor', title: t('configuration.label.author'), render: ({ actor }) => actorName(actor) },
  {
    key: 'changes',
    title: t('configuration.label.changes'),
    render: ({ created, updated, restored, archived }) =>
      t('configuration.text.changes', { created, updated, restored, archived }),
  },
  { key: 'note', title: t('configuration.label.note'), render: ({ note }) => note },
  {
    key: 'undo',
    title: t('configuration.label.undo'),
    align: 'end',
    render: (apply) => {
      if (apply.undoneBy !== null) return t('configuration.text.undoneBy', { number: String(apply.undoneBy) });
      return (
        undo !== null && (
          <Button size="compact-sm" variant="default" onClick={() => undo(apply)}>
            {t('configuration.action.undo')}
          </Button>
        )
      );
    },
  },
];
