/*
 * Import of campaigns from CSV, in the browser.
 *
 * - `read-lines.ts`: lines and cells. `campaign-columns.ts`, `read-campaign-rows.ts`: rows to campaigns, with faults
 *   of cells.
 * - `plan-campaigns.ts`: what is created and what is changed. `preview-import.ts`: a dry run of the bulk call.
 * - `campaign-csv-dialog.tsx`: the dialog.
 */

import { Alert, Button, Code, FileButton, Group, Loader, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { changeCampaigns } from '../../../client/generated/sdk.gen.ts';
import { client, dataOf } from '../../api/client.ts';
import { RichText } from '../../i18n/rich-text.tsx';
import { t } from '../../i18n/t.ts';
import type { Tone } from '../../labels/status-labels.ts';
import { useChange } from '../../ui/action/use-change.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { ToneBadge } from '../../ui/display/badges.tsx';
import { Icon } from '../../ui/display/icon.tsx';
import { DataTable, type TableColumn } from '../../ui/list/data-table.tsx';
import { notifyProblem, notifySuccess } from '../../ui/notice/notify.ts';
import { notifyWithUndo } from '../../ui/notice/notify-with-undo.tsx';
import { ProblemAlert } from '../../ui/notice/problem-alert.tsx';
import { csvColumns } from './campaign-columns.ts';
import { type PlannedRow, undoItemsOf } from './plan-campaigns.ts';
import { applyRows, type ImportPreview, previewImport } from './preview-import.ts';
import type { CsvFault } from './read-campaign-rows.ts';

const acceptedTypes = '.csv,text/csv,text/plain';

/** Imports campaigns from a CSV file: dry run, preview of each line, atomic import and undo. */
export function CampaignCsvDialog({ close }: { readonly close: () => void }) {
  const dryRun = useMutation({ mutationFn: previewImport });
  const preview = dryRun.data;
  const resetFile = useRef<() => void>(null);
  const choose = (file: File | null) => {
    if (file === null) return;
    dryRun.mutate(file);
    // Allows selecting the same file again after a correction.
    resetFile.current?.();
  };
  const undo = useChange({
    nouns: ['campaigns'],
    change: (items: ReturnType<typeof undoItemsOf>) => dataOf(changeCampaigns({ client, body: { items: [...items] } })),
    onDone: ({ applied }) => {
      if (applied) notifySuccess(t('campaign.notice.importUndone'));
      else notifyProblem(new Error(t('campaign.error.undoConflict')));
    },
  });
  const apply = useChange({
    nouns: ['campaigns'],
    change: ({ rows }: ImportPreview) => applyRows(rows),
    onDone: (result, { rows }) => {
      if (result === null) return;
      if (!result.applied) {
        notifyProblem(new Error(t('campaign.error.importConflict')));
        return;
      }
      close();
      notifyWithUndo(t('campaign.text.imported', { count: result.results.length }), () =>
        undo.mutate(undoItemsOf(rows, result)),
      );
    },
  });
  const count = preview?.rows.filter(({ item }) => item !== null).length ?? 0;
  const isValid =
    preview !== undefined && preview.fault === null && preview.rows.every(({ kind }) => kind !== 'invalid');
  return (
    <Dialog close={close} title={t('campaign.title.import')} size="xl">
      <Text fz="sm">
        <RichText id="campaign.hint.import" elements={{ code: <Code /> }} />
      </Text>
      <Text fz="xs" c="dimmed" mt={4} style={{ overflowWrap: 'anywhere' }}>
        {t('campaign.hint.columns', { columns: Object.keys(csvColumns).join(', ') })}
      </Text>
      <Group mt="sm">
        <FileButton accept={acceptedTypes} onChange={choose} resetRef={resetFile}>
          {(props) => (
            <Button {...props} variant="default" leftSection={<Icon name="upload" />} loading={dryRun.isPending}>
              {t(preview === undefined ? 'campaign.action.selectFile' : 'campaign.action.selectOtherFile')}
            </Button>
          )}
        </FileButton>
        {preview !== undefined && <Text fz="sm">{preview.name}</Text>}
        {dryRun.isPending && <Loader size="xs" aria-label={t('campaign.label.readingFile')} />}
      </Group>
      {dryRun.error !== null && <ProblemAlert error={dryRun.error} />}
      {preview !== undefined && <Preview preview={preview} />}
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={close}>
          {t('common.action.cancel')}
        </Button>
        <Button
          disabled={!isValid || count === 0}
          loading={apply.isPending}
          onClick={() => preview !== undefined && apply.mutate(preview)}
        >
          {t('campaign.action.import', { count })}
        </Button>
      </Group>
    </Dialog>
  );
}

function Preview({ preview: { encoding, fault, ignored, rows } }: { readonly preview: ImportPreview }) {
  const sorted = rows.toSorted((a, b) => rank[a.kind] - rank[b.kind]);
  const invalid = rows.filter(({ kind }) => kind === 'invalid').length;
  return (
    <div aria-live="polite">
      {fault !== null && (
        <Alert color="red" mt="sm" title={t('campaign.title.cannotImport')}>
          {fault}
        </Alert>
      )}
      {encoding === 'windows-1252' && (
        <Text fz="sm" mt="sm">
          {t('campaign.text.windowsEncoding')}
        </Text>
      )}
      {ignored.length > 0 && (
        <Text fz="sm" mt="sm">
          {t('campaign.text.ignoredColumns', { columns: ignored.join(', ') })}
        </Text>
      )}
      {rows.length > 0 && (
        <>
          <Text fz="sm" my="sm" fw={600}>
            {invalid === 0 ? t('campaign.text.importPreview') : t('campaign.text.invalidLines', { count: invalid })}
          </Text>
          <DataTable
            caption={t('campaign.title.fileLines')}
            columns={columnsOf()}
            rows={sorted}
            rowKey={({ line }) => line}
          />
        </>
      )}
    </div>
  );
}

/** Rows that need attention come first. */
const rank = { invalid: 0, change: 1, create: 2, same: 3 } as const;
const kindTones: Readonly<Record<PlannedRow['kind'], Tone>> = {
  create: 'good',
  change: 'busy',
  same: 'quiet',
  invalid: 'bad',
};

function columnsOf(): readonly TableColumn<PlannedRow>[] {
  return [
    {
      key: 'name',
      title: t('campaign.label.campaign'),
      render: ({ id, fields }) => fields.name ?? (id === null ? null : `#${id}`),
    },
    { key: 'line', title: t('campaign.label.line'), align: 'end', render: ({ line }) => line },
    {
      key: 'kind',
      title: t('campaign.label.result'),
      nowrap: true,
      render: ({ kind }) => <ToneBadge text={t(`campaign.rowKind.${kind}`)} tone={kindTones[kind]} />,
    },
    {
      key: 'details',
      title: t('campaign.label.details'),
      render: ({ kind, changed, faults }) =>
        kind === 'invalid' ? (
          <Text fz="sm" c="var(--placard-bad)" component="span">
            {faults.map(faultText).join('; ')}
          </Text>
        ) : (
          changed.map((name) => t(csvColumns[name as keyof typeof csvColumns].label)).join(', ')
        ),
    },
  ];
}

function faultText({ column, message }: CsvFault): string {
  return column === null ? message : t('campaign.format.cellFault', { column, message });
}
