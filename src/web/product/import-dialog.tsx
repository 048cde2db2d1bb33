import { Button, Group, Modal, Progress, Radio, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { importProducts } from '../../client/generated/sdk.gen.ts';
import type { ProductImport, ProductImportReport } from '../../client/generated/types.gen.ts';
import { client, dataOf, problemOfError } from '../api/client.ts';
import { invalidateResources } from '../api/invalidate-resources.ts';
import { fieldError } from '../api/use-draft.ts';
import { bytesText } from '../labels/figures.ts';
import { partnerChoices } from '../media-partner/partner-choices.ts';
import { useFocusBack } from '../ui/dialog/use-focus-back.ts';
import { Icon } from '../ui/display/icon.tsx';
import { ReferenceSelect } from '../ui/field/reference-select.tsx';
import { ProblemAlert } from '../ui/notice/problem-alert.tsx';
import { FileDrop } from '../upload/file-drop.tsx';
import { uploadInParts } from '../upload/upload-in-parts.ts';
import { ImportReport } from './import-report.tsx';

type Kind = ProductImport['kind'];
/** A feed on its way: first its bytes, then what is made of them. */
type Stage = 'choosing' | 'sending' | 'importing';

const partners = partnerChoices();
const percent = 100;
/** As the API reads them; each may be gzip. */
const feedEndings = ['.xml', '.rss', '.atom', '.csv', '.tsv', '.txt', '.jsonl', '.ndjson', '.gz'];
const kinds = [
  { value: 'full', label: 'The whole catalogue', means: 'Products that are not in it are archived.' },
  { value: 'delta', label: 'Changes', means: 'Other products stay as they are, and so do fields that it leaves out.' },
] as const satisfies readonly { readonly value: Kind; readonly label: string; readonly means: string }[];

/** Takes a feed into a catalogue: the file, whose it is, and the report of what came of it. */
export function ImportDialog({
  mediaPartnerId,
  close,
}: {
  /** Whose catalogue it is at first; null: to be chosen. */
  readonly mediaPartnerId: number | null;
  readonly close: () => void;
}) {
  useFocusBack();
  const [partner, setPartner] = useState(mediaPartnerId);
  const [kind, setKind] = useState<Kind>('full');
  const [file, setFile] = useState<File | null>(null);
  const feed = useFeed();
  const { stage, report, error } = feed;
  const isBusy = stage !== 'choosing';
  const isWhole = error !== null && (problemOfError(error).errors ?? []).length === 0;
  return (
    <Modal
      opened
      onClose={close}
      size="lg"
      title="Import a feed"
      closeButtonProps={{ 'aria-label': 'Close' }}
      closeOnClickOutside={!isBusy}
    >
      {report !== null ? (
        <Stack gap="sm">
          <ImportReport report={report} />
          <Group justify="flex-end">
            <Button onClick={close}>Done</Button>
          </Group>
        </Stack>
      ) : (
        <Stack gap="sm">
          {isWhole && <ProblemAlert error={error} />}
          <ReferenceSelect
            label="Media partner"
            description="Whose catalogue it is"
            required
            disabled={isBusy}
            source={partners}
            value={partner}
            onChange={setPartner}
            error={fieldError(error, 'mediaPartnerId')}
          />
          <Radio.Group
            label="What it has"
            value={kind}
            onChange={(next) => setKind(next as Kind)}
            error={fieldError(error, 'kind')}
          >
            <Stack gap={6} mt={4}>
              {kinds.map(({ value, label, means }) => (
                <Radio key={value} value={value} label={label} description={means} disabled={isBusy} />
              ))}
            </Stack>
          </Radio.Group>
          <FileDrop
            isSingle
            isDisabled={isBusy}
            endings={feedEndings}
            onFiles={([chosen]) => {
              feed.begin();
              setFile(chosen ?? null);
            }}
            hint="XML as for Google, CSV, TSV or JSON Lines; also with .gz"
          />
          {file !== null && (
            <Text fz="sm" style={{ overflowWrap: 'anywhere' }}>
              {file.name}, {bytesText(file.size)}
            </Text>
          )}
          {fieldError(error, 'format') !== undefined && (
            <Text fz="sm" c="var(--mantine-color-error)" role="alert">
              The name of the file does not say how it is written: it must end in one of {feedEndings.join(', ')}.
            </Text>
          )}
          {file !== null && <Way feed={feed} file={file} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {stage === 'importing' ? 'Close' : 'Cancel'}
            </Button>
            <Button
              leftSection={<Icon name="upload" />}
              disabled={file === null || partner === null}
              loading={isBusy}
              onClick={() =>
                file !== null && partner !== null && void feed.takeIn({ file, mediaPartnerId: partner, kind })
              }
            >
              Import
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}

/** How far it is. */
function Way({ feed: { stage, sentBytes }, file }: { readonly feed: ReturnType<typeof useFeed>; readonly file: File }) {
  if (stage === 'choosing') return null;
  const done = stage === 'importing' || file.size === 0 ? percent : (sentBytes / file.size) * percent;
  return (
    <div>
      <Progress value={done} animated aria-label={`${file.name}, sent`} />
      <Text fz="xs" c="dimmed" mt={4} aria-live="polite">
        {stage === 'sending'
          ? `${bytesText(sentBytes)} sent`
          : 'The catalogue is brought to what it says. A million products take some minutes; it goes on when this is closed.'}
      </Text>
    </div>
  );
}

function useFeed() {
  const queries = useQueryClient();
  const [stage, setStage] = useState<Stage>('choosing');
  const [sentBytes, setSent] = useState(0);
  const [report, setReport] = useState<ProductImportReport | null>(null);
  const [error, setError] = useState<unknown>(null);
  const begun = useRef<string | null>(null);
  const sending = useRef<AbortController>(null);
  // Whoever closes the dialog wants nothing more sent.
  useEffect(() => () => sending.current?.abort(), []);
  const takeIn = async ({
    file,
    mediaPartnerId,
    kind,
  }: {
    readonly file: File;
    readonly mediaPartnerId: number;
    readonly kind: Kind;
  }) => {
    sending.current = new AbortController();
    const { signal } = sending.current;
    setError(null);
    setStage('sending');
    try {
      const uploadId = await uploadInParts(file, {
        begun: begun.current,
        onBegun: (id) => {
          begun.current = id;
        },
        onSent: setSent,
        signal,
      });
      setStage('importing');
      setReport(await dataOf(importProducts({ client, body: { mediaPartnerId, uploadId, kind } })));
    } catch (failure) {
      if (!signal.aborted) setError(failure);
    } finally {
      setStage('choosing');
      void invalidateResources(queries, ['products', 'product-imports', 'bookings', 'creatives']);
    }
  };
  return {
    stage,
    sentBytes,
    report,
    error,
    /** Another file is none of what was sent before. */
    begin: () => {
      begun.current = null;
      setError(null);
      setSent(0);
    },
    takeIn,
  };
}
