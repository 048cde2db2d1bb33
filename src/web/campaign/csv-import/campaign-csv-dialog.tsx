/*
 * Import of campaigns from CSV, in the browser.
 *
 * - `read-lines.ts`: lines and cells. `campaign-columns.ts`, `read-campaign-rows.ts`: rows to campaigns, with faults
 *   per cell.
 * - `plan-campaigns.ts`: what is created and what is changed. `preview-import.ts`: a dry run of the bulk call.
 * - `campaign-csv-dialog.tsx`: the dialog.
 */

import { Alert, Button, Code, FileButton, Group, Loader, Modal, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { changeCampaigns } from '../../../client/generated/sdk.gen.ts';
import { client, dataOf } from '../../api/client.ts';
import { countWithNoun } from '../../labels/figures.ts';
import { useChange } from '../../ui/action/use-change.ts';
import { ToneBadge } from '../../ui/display/badges.tsx';
import { Icon } from '../../ui/display/icon.tsx';
import { DataTable, type TableColumn } from '../../ui/list/data-table.tsx';
import { notifyProblem, notifySuccess } from '../../ui/notice/notify.ts';
import { notifyWithUndo } from '../../ui/notice/notify-with-undo.tsx';
import { ProblemAlert } from '../../ui/notice/problem-alert.tsx';
import { csvColumns } from './campaign-columns.ts';
import { type PlannedRow, undoItemsOf } from './plan-campaigns.ts';
import { applyRows, type ImportPreview, previewImport } from './preview-import.ts';

const acceptedTypes = '.csv,text/csv,text/plain';

/** Takes campaigns in from a file: tried first, shown row by row, then done all or not at all, with a way back. */
export function CampaignCsvDialog({ close }: { readonly close: () => void }) {
  const attempt = useMutation({ mutationFn: previewImport });
  const tried = attempt.data;
  const forget = useRef<() => void>(null);
  const choose = (file: File | null) => {
    if (file === null) return;
    attempt.mutate(file);
    // The same file may be chosen again once it is mended.
    forget.current?.();
  };
  const undo = useChange({
    nouns: ['campaigns'],
    change: (items: ReturnType<typeof undoItemsOf>) => dataOf(changeCampaigns({ client, body: { items: [...items] } })),
    onDone: ({ applied }) => {
      if (applied) notifySuccess('Taken back.');
      else notifyProblem(new Error('Something changed meanwhile, and nothing was taken back.'));
    },
  });
  const apply = useChange({
    nouns: ['campaigns'],
    change: ({ rows }: ImportPreview) => applyRows(rows),
    onDone: (result, { rows }) => {
      if (result === null) return;
      if (!result.applied) {
        notifyProblem(new Error('Something changed meanwhile, and nothing was done. Choose the file again.'));
        return;
      }
      close();
      notifyWithUndo(`${countWithNoun(result.results.length, 'campaign')} taken in.`, () =>
        undo.mutate(undoItemsOf(rows, result)),
      );
    },
  });
  const count = tried?.rows.filter(({ item }) => item !== null).length ?? 0;
  const isRight = tried !== undefined && tried.fault === null && tried.rows.every(({ kind }) => kind !== 'wrong');
  return (
    <Modal
      opened
      onClose={close}
      title="Campaigns from a CSV file"
      size="xl"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Text fz="sm">
        Save the list as CSV, edit it, and take it back in: a line with an <Code>id</Code> changes that campaign, one
        without makes a new one. Columns that you leave out stay as they are; status, dates and figures are not read.
      </Text>
      <Text fz="xs" c="dimmed" mt={4} style={{ overflowWrap: 'anywhere' }}>
        Columns: id, {Object.keys(csvColumns).join(', ')}
      </Text>
      <Group mt="sm">
        <FileButton accept={acceptedTypes} onChange={choose} resetRef={forget}>
          {(props) => (
            <Button {...props} variant="default" leftSection={<Icon name="upload" />} loading={attempt.isPending}>
              {tried === undefined ? 'Choose a file' : 'Choose another file'}
            </Button>
          )}
        </FileButton>
        {tried !== undefined && <Text fz="sm">{tried.name}</Text>}
        {attempt.isPending && <Loader size="xs" aria-label="Looking at it" />}
      </Group>
      {attempt.error !== null && <ProblemAlert error={attempt.error} />}
      {tried !== undefined && <Outcome tried={tried} />}
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
        <Button
          disabled={!isRight || count === 0}
          loading={apply.isPending}
          onClick={() => tried !== undefined && apply.mutate(tried)}
        >
          {count === 0 ? 'Take in' : `Take in ${countWithNoun(count, 'campaign')}`}
        </Button>
      </Group>
    </Modal>
  );
}

function Outcome({ tried: { encoding, fault, ignored, rows } }: { readonly tried: ImportPreview }) {
  const first = rows.toSorted((one, other) => rank[one.kind] - rank[other.kind]);
  const wrong = rows.filter(({ kind }) => kind === 'wrong').length;
  return (
    <div aria-live="polite">
      {fault !== null && (
        <Alert color="red" mt="sm" title="This file cannot be taken in">
          {fault}
        </Alert>
      )}
      {encoding === 'windows-1252' && (
        <Text fz="sm" mt="sm">
          Read as Windows-1252, because it is no UTF-8: look whether letters such as é are right.
        </Text>
      )}
      {ignored.length > 0 && (
        <Text fz="sm" mt="sm">
          Not read, because there is no such column: {ignored.join(', ')}
        </Text>
      )}
      {rows.length > 0 && (
        <>
          <Text fz="sm" my="sm" fw={600}>
            {wrong === 0
              ? 'Nothing was changed yet. This is what would happen:'
              : `${countWithNoun(wrong, 'line')} cannot be taken in, so nothing is. Mend the file and choose it again.`}
          </Text>
          <DataTable caption="Lines of the file" columns={columns} rows={first} rowKey={({ line }) => line} />
        </>
      )}
    </div>
  );
}

/** What needs to be looked at comes first. */
const rank = { wrong: 0, change: 1, create: 2, same: 3 } as const;
const kindWords = {
  create: { text: 'New', tone: 'good' },
  change: { text: 'Changes', tone: 'busy' },
  same: { text: 'Stays', tone: 'quiet' },
  wrong: { text: 'Wrong', tone: 'bad' },
} as const;

const columns: readonly TableColumn<PlannedRow>[] = [
  { key: 'name', title: 'Campaign', render: ({ id, fields }) => fields.name ?? (id === null ? '–' : `#${id}`) },
  { key: 'line', title: 'Line', align: 'end', render: ({ line }) => line },
  { key: 'kind', title: 'What', nowrap: true, render: ({ kind }) => <ToneBadge {...kindWords[kind]} /> },
  {
    key: 'details',
    title: 'Details',
    render: ({ kind, changed, faults }) =>
      kind === 'wrong' ? (
        <Text fz="sm" c="var(--placard-bad)" component="span">
          {faults.map(({ column, message }) => (column === null ? message : `${column} ${message}`)).join('; ')}
        </Text>
      ) : (
        changed.map((name) => csvColumns[name as keyof typeof csvColumns].text).join(', ') || '–'
      ),
  },
];
