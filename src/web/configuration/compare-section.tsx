import { Button, Checkbox, FileButton, Group, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { applyConfiguration, planConfiguration } from '../../client/generated/sdk.gen.ts';
import { client, dataOf } from '../api/client.ts';
import { t } from '../i18n/t.ts';
import { useChange } from '../ui/action/use-change.ts';
import { Icon } from '../ui/display/icon.tsx';
import { ProblemAlert } from '../ui/notice/problem-alert.tsx';
import { Section } from '../ui/page/section.tsx';
import { configurationNouns } from './configuration-nouns.ts';
import { PlanView } from './plan-view.tsx';
import { type ReadFiles, readDocuments } from './read-documents.ts';

type Compared = { readonly files: readonly File[]; readonly prune: boolean };

/** Compares files with the configuration and applies them. */
export function CompareSection({ mayApply }: { readonly mayApply: boolean }) {
  const [files, setFiles] = useState<readonly File[]>([]);
  const [prune, setPrune] = useState(false);
  const [note, setNote] = useState('');
  const resetFiles = useRef<() => void>(null);
  const compared = useMutation({
    mutationFn: async (given: Compared) => {
      const read = await readDocuments(given.files);
      const body = { document: read.document, prune: given.prune };
      return { read, prune: given.prune, plan: await dataOf(planConfiguration({ client, body })) };
    },
  });
  const compare = (chosen: readonly File[], archives: boolean) => {
    if (chosen.length === 0) return;
    setFiles(chosen);
    compared.mutate({ files: chosen, prune: archives });
    // Allows selecting the same files again after a correction.
    resetFiles.current?.();
  };
  const apply = useApply(() => {
    setFiles([]);
    setNote('');
    compared.reset();
  });
  const { data } = compared;
  return (
    <Section title={t('configuration.title.compare')} lead={t('configuration.text.compare')}>
      <Group gap="md">
        <FileButton
          multiple
          accept=".yaml,.yml,.json"
          resetRef={resetFiles}
          onChange={(chosen) => compare(chosen, prune)}
        >
          {(props) => (
            <Button {...props} variant="default" leftSection={<Icon name="upload" />} loading={compared.isPending}>
              {t('configuration.action.selectFiles')}
            </Button>
          )}
        </FileButton>
        <Checkbox
          label={t('configuration.label.prune')}
          checked={prune}
          onChange={({ currentTarget: { checked } }) => {
            setPrune(checked);
            compare(files, checked);
          }}
        />
      </Group>
      {files.length > 0 && (
        <Text fz="sm" mt="xs">
          {files.map(({ name }) => name).join(', ')}
        </Text>
      )}
      <div aria-live="polite">
        {compared.error !== null && <ProblemAlert error={compared.error} />}
        {data !== undefined && <PlanView plan={data.plan} />}
      </div>
      {data !== undefined && data.plan.changes.length > 0 && mayApply && (
        <Group mt="md" align="flex-end">
          <TextInput
            label={t('configuration.label.note')}
            value={note}
            maxLength={500}
            onChange={({ currentTarget: { value } }) => setNote(value)}
          />
          <Button
            loading={apply.isPending}
            onClick={() => apply.mutate({ read: data.read, prune: data.prune, revision: data.plan.revision, note })}
          >
            {t('configuration.action.apply', { count: data.plan.changes.length })}
          </Button>
        </Group>
      )}
    </Section>
  );
}

type Apply = {
  readonly read: ReadFiles;
  readonly prune: boolean;
  readonly revision: number;
  readonly note: string;
};

function useApply(onDone: () => void) {
  return useChange({
    nouns: configurationNouns,
    change: ({ read, prune, revision, note }: Apply) =>
      dataOf(
        applyConfiguration({
          client,
          body: {
            document: read.document,
            prune,
            expectedRevision: revision,
            note: note.trim() === '' ? null : note.trim(),
          },
        }),
      ),
    done: t('configuration.notice.applied'),
    onDone,
  });
}
