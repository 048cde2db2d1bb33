import { Button, FileButton, Group, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { storeThirdPartyCounts } from '../../../client/generated/sdk.gen.ts';
import type { ThirdPartyCountsBody } from '../../../client/generated/types.gen.ts';
import { client, dataOf } from '../../api/client.ts';
import { t } from '../../i18n/t.ts';
import { useChange } from '../../ui/action/use-change.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { Icon } from '../../ui/display/icon.tsx';
import { ProblemAlert } from '../../ui/notice/problem-alert.tsx';
import { type ReadCounts, readCounts, thirdPartyColumns } from './read-counts.ts';

const acceptedTypes = '.csv,text/csv,text/plain';

/** Imports the counts of a third party from a CSV file. */
export function ImportCountsDialog({ close }: { readonly close: () => void }) {
  const [source, setSource] = useState('');
  const [file, setFile] = useState<{ readonly name: string; readonly read: ReadCounts } | null>(null);
  const store = useChange({
    nouns: ['discrepancies'],
    change: (body: ThirdPartyCountsBody) => dataOf(storeThirdPartyCounts({ client, body })),
    done: ({ stored }) => t('report.text.importedCounts', { count: stored }),
    onDone: close,
    quiet: true,
  });
  const choose = async (chosen: File | null) => {
    if (chosen === null) return;
    setFile({ name: chosen.name, read: readCounts(new Uint8Array(await chosen.arrayBuffer())) });
  };
  const counts = file?.read.counts ?? null;
  return (
    <Dialog close={close} title={t('report.title.importCounts')}>
      <Text fz="sm">{t('report.hint.importCounts', { columns: thirdPartyColumns.join(', ') })}</Text>
      <TextInput
        label={t('report.label.sourceName')}
        value={source}
        onChange={(event) => setSource(event.currentTarget.value)}
        maxLength={100}
        required
        mt="sm"
      />
      <Group mt="sm">
        <FileButton accept={acceptedTypes} onChange={(chosen) => void choose(chosen)}>
          {(props) => (
            <Button {...props} variant="default" leftSection={<Icon name="upload" />}>
              {t('campaign.action.selectFile')}
            </Button>
          )}
        </FileButton>
        {file !== null && <Text fz="sm">{file.name}</Text>}
      </Group>
      {file !== null && file.read.fault !== null && (
        <Text fz="sm" c="var(--mantine-color-error)" mt="xs">
          {file.read.fault}
        </Text>
      )}
      {store.error !== null && <ProblemAlert error={store.error} />}
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={close}>
          {t('common.action.cancel')}
        </Button>
        <Button
          disabled={source.trim() === '' || counts === null || counts.length === 0}
          loading={store.isPending}
          onClick={() => counts !== null && store.mutate({ source: source.trim(), counts })}
        >
          {t('report.action.importCounts')}
        </Button>
      </Group>
    </Dialog>
  );
}
