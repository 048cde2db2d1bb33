import { Button, Group, Progress, Radio, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { importProducts } from '../../client/generated/sdk.gen.ts';
import type { ProductImport, ProductImportReport } from '../../client/generated/types.gen.ts';
import { client, dataOf, problemOfError } from '../api/client.ts';
import { invalidateResources } from '../api/invalidate-resources.ts';
import { fieldError } from '../api/use-draft.ts';
import { t } from '../i18n/t.ts';
import { bytesText } from '../labels/figures.ts';
import { partnerChoices } from '../media-partner/partner-choices.ts';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { Icon } from '../ui/display/icon.tsx';
import { ReferenceSelect } from '../ui/field/reference-select.tsx';
import { ProblemAlert } from '../ui/notice/problem-alert.tsx';
import { FileDrop } from '../upload/file-drop.tsx';
import { uploadInParts } from '../upload/upload-in-parts.ts';
import { ImportReport } from './import-report.tsx';

type Kind = ProductImport['kind'];
/** The steps of an import: select a file, upload it, import its rows. */
type Stage = 'choosing' | 'sending' | 'importing';

const partners = partnerChoices();
const percent = 100;
/** Extensions that the API supports. */
const feedExtensions = ['.xml', '.rss', '.atom', '.csv', '.tsv', '.txt', '.jsonl', '.ndjson', '.gz'];
const kinds = ['full', 'delta'] as const satisfies readonly Kind[];

/** Imports a feed into a catalog and shows the report. */
export function ImportDialog({
  mediaPartnerId,
  close,
}: {
  /** The preselected owner of the catalog. */
  readonly mediaPartnerId: number | null;
  readonly close: () => void;
}) {
  const [partner, setPartner] = useState(mediaPartnerId);
  const [kind, setKind] = useState<Kind>('full');
  const [file, setFile] = useState<File | null>(null);
  const feed = useFeed();
  const { stage, report, error } = feed;
  const isBusy = stage !== 'choosing';
  const hasGeneralError = error !== null && (problemOfError(error).errors ?? []).length === 0;
  return (
    <Dialog close={close} size="lg" title={t('product.title.importFeed')} closeOnClickOutside={!isBusy}>
      {report !== null ? (
        <Stack gap="sm">
          <ImportReport report={report} />
          <Group justify="flex-end">
            <Button onClick={close}>{t('product.action.done')}</Button>
          </Group>
        </Stack>
      ) : (
        <Stack gap="sm">
          {hasGeneralError && <ProblemAlert error={error} />}
          <ReferenceSelect
            label={t('product.label.mediaPartner')}
            description={t('product.hint.mediaPartner')}
            required
            disabled={isBusy}
            source={partners}
            value={partner}
            onChange={setPartner}
            error={fieldError(error, 'mediaPartnerId')}
          />
          <Radio.Group
            label={t('product.label.feedContent')}
            value={kind}
            onChange={(next) => setKind(next as Kind)}
            error={fieldError(error, 'kind')}
          >
            <Stack gap={6} mt={4}>
              {kinds.map((value) => (
                <Radio
                  key={value}
                  value={value}
                  label={t(`product.importKind.${value}`)}
                  description={t(`product.importKindHint.${value}`)}
                  disabled={isBusy}
                />
              ))}
            </Stack>
          </Radio.Group>
          <FileDrop
            isSingle
            isDisabled={isBusy}
            endings={feedExtensions}
            onFiles={([chosen]) => {
              feed.reset();
              setFile(chosen ?? null);
            }}
            hint={t('product.hint.feedFormats')}
          />
          {file !== null && (
            <Text fz="sm" style={{ overflowWrap: 'anywhere' }}>
              {[file.name, bytesText(file.size)].join(' · ')}
            </Text>
          )}
          {fieldError(error, 'format') !== undefined && (
            <Text fz="sm" c="var(--mantine-color-error)" role="alert">
              {t('product.error.feedFormat', { extensions: feedExtensions.join(', ') })}
            </Text>
          )}
          {file !== null && <FeedProgress feed={feed} file={file} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {stage === 'importing' ? t('common.action.close') : t('common.action.cancel')}
            </Button>
            <Button
              leftSection={<Icon name="upload" />}
              disabled={file === null || partner === null}
              loading={isBusy}
              onClick={() =>
                file !== null && partner !== null && void feed.start({ file, mediaPartnerId: partner, kind })
              }
            >
              {t('product.action.import')}
            </Button>
          </Group>
        </Stack>
      )}
    </Dialog>
  );
}

/** Progress of the upload and the import. */
function FeedProgress({
  feed: { stage, sentBytes },
  file,
}: {
  readonly feed: ReturnType<typeof useFeed>;
  readonly file: File;
}) {
  if (stage === 'choosing') return null;
  const done = stage === 'importing' || file.size === 0 ? percent : (sentBytes / file.size) * percent;
  return (
    <div>
      <Progress value={done} animated aria-label={t('product.label.uploadOf', { file: file.name })} />
      <Text fz="xs" c="dimmed" mt={4} aria-live="polite">
        {stage === 'sending' ? t('product.text.sent', { size: bytesText(sentBytes) }) : t('product.text.importing')}
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
  // Closing the dialog aborts the upload.
  useEffect(() => () => sending.current?.abort(), []);
  const start = async ({
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
    /** Forgets the upload of the previous file. */
    reset: () => {
      begun.current = null;
      setError(null);
      setSent(0);
    },
    start,
  };
}
