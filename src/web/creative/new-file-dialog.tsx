import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Creative } from '../../client/generated/types.gen.ts';
import { messageOf } from '../api/client.ts';
import { invalidateResources } from '../api/invalidate-resources.ts';
import { t } from '../i18n/t.ts';
import { bytesText } from '../labels/figures.ts';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { Icon } from '../ui/display/icon.tsx';
import { notifySuccess } from '../ui/notice/notify.ts';
import { FileDrop } from '../upload/file-drop.tsx';
import { fileEndings, fileKind } from './model/file-facts.ts';
import { kindLabel } from './model/kind-labels.ts';
import { CropField } from './upload/crop-field.tsx';
import { uploadCreativeFile } from './upload/send-file.ts';
import { useReplacementCrop } from './upload/use-replacement-crop.ts';

const percent = 100;

/** Replaces the file of a creative. For a user without approval rights this creates a new version for review. */
export function NewFileDialog({
  stored,
  close,
}: {
  readonly stored: { readonly object: Creative; readonly etag: string };
  readonly close: () => void;
}) {
  const { id, kind } = stored.object;
  const queries = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const [sentBytes, setSent] = useState<number | null>(null);
  const [error, setError] = useState<unknown>(null);
  const begun = useRef<string | null>(null);
  const abort = useAbortOnUnmount();
  const isFit = file === null || fileKind(file.name) === kind;
  const crop = useReplacementCrop(file, stored.object);
  const choose = ([chosen]: readonly File[]) => {
    begun.current = null;
    setError(null);
    setFile(chosen ?? null);
  };
  const send = async (chosen: File) => {
    setError(null);
    setSent(0);
    try {
      const changed = await uploadCreativeFile({
        file: chosen,
        target: { creativeId: id, etag: stored.etag, focalPoint: crop?.value ?? null },
        begun: begun.current,
        onBegun: (uploadId) => {
          begun.current = uploadId;
        },
        onSent: setSent,
        signal: abort.signal,
      });
      await invalidateResources(queries, ['creatives']);
      notifySuccess(
        changed.pendingVersion === null ? t('creative.text.fileReplaced') : t('creative.text.fileSubmitted'),
      );
      close();
    } catch (failure) {
      if (!abort.signal.aborted) setError(failure);
    } finally {
      setSent(null);
    }
  };
  return (
    <Dialog close={close} title={t('creative.title.replaceFile')}>
      <Stack gap="sm">
        <FileDrop
          isSingle
          isDisabled={sentBytes !== null}
          onFiles={choose}
          endings={fileEndings}
          hint={t('creative.hint.replacementFile', { kind: kindLabel(kind) })}
        />
        {file !== null && (
          <Text fz="sm" style={{ overflowWrap: 'anywhere' }}>
            {[file.name, bytesText(file.size)].join(' · ')}
          </Text>
        )}
        {crop !== null && file !== null && <CropField {...crop} fileName={file.name} />}
        {!isFit && (
          <Text fz="sm" c="var(--mantine-color-error)" role="alert">
            {t('creative.error.wrongKind', { kind: kindLabel(kind) })}
          </Text>
        )}
        {sentBytes !== null && file !== null && (
          <Progress
            value={(sentBytes / file.size) * percent}
            animated
            aria-label={t('creative.label.uploadOf', { file: file.name })}
          />
        )}
        {error !== null && (
          <Text fz="sm" c="var(--mantine-color-error)" role="alert">
            {messageOf(error)}
          </Text>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {t('common.action.cancel')}
          </Button>
          <Button
            leftSection={<Icon name="upload" />}
            disabled={file === null || !isFit}
            loading={sentBytes !== null}
            onClick={() => file !== null && void send(file)}
          >
            {t('common.action.upload')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

/** Aborts the upload when the dialog closes. */
function useAbortOnUnmount(): AbortController {
  const [abort, setAbort] = useState(() => new AbortController());
  useEffect(() => {
    // In strict mode the effect runs twice, and its first cleanup aborts the controller.
    if (abort.signal.aborted) setAbort(new AbortController());
    return () => abort.abort();
  }, [abort]);
  return abort;
}
