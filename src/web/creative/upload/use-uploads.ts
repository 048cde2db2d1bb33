import { useEffect, useRef, useState } from 'react';
import type { Creative, Format } from '../../../client/generated/types.gen.ts';
import { type FocalPoint, hasAspectRatio, imageCenter } from '../../../core/creative/image-crop.ts';
import { problemOfError } from '../../api/client.ts';
import { randomKey } from '../../api/random-key.ts';
import { useWarnBeforeLeaving } from '../../upload/use-warn-before-leaving.ts';
import { type FileFacts, fileKind, nameOfFile, readFileFacts } from '../model/file-facts.ts';
import type { CreativeKind, FileKind } from '../model/kind-labels.ts';
import { type FormatMatch, matchFormat } from '../model/match-format.ts';
import { uploadCreativeFile } from './send-file.ts';

/** A file that becomes a creative. */
export type UploadItem = FileFacts & {
  readonly key: string;
  readonly file: File;
  /** Blob URL for the thumbnail. */
  readonly url: string;
  /** Null: the file type is not supported. */
  readonly kind: FileKind | null;
  readonly name: string;
  readonly formatId: number | null;
  /** How the format was matched. Null: the user selected it, or must select it. */
  readonly matchedBy: FormatMatch['by'] | null;
  /** Point to keep if the image is cropped. */
  readonly focalPoint: FocalPoint;
  readonly phase: 'reading' | 'ready' | 'sending' | 'processing' | 'done' | 'failed';
  readonly sentBytes: number;
  readonly error: unknown;
  readonly creative: Creative | null;
};

/** Settings of all files of an upload. */
export type UploadCommon = { readonly brandId: number | null; readonly clickUrl: string };

type Options = {
  readonly formats: readonly Format[];
  readonly preferred: ReadonlySet<number>;
  readonly onUploaded?: (creative: Creative) => void;
};

/** Two uploads run at a time: the server processes one file while the next is sent. */
const concurrentUploads = 2;

/** The state of selected files and their uploads. */
export function useUploads({ formats, preferred, onUploaded }: Options) {
  const [items, setItems] = useState<readonly UploadItem[]>([]);
  const senders = useRef(new Map<string, Sender>());
  const change = (key: string, changes: Partial<UploadItem>) =>
    setItems((current) => current.map((item) => (item.key === key ? { ...item, ...changes } : item)));
  useAbortOnUnmount(senders.current);
  useWarnBeforeLeaving(items.some(isUploading));

  const add = (files: readonly File[]) => {
    const known = new Set(items.map(({ file }) => identity(file)));
    const added = files.filter((file) => !known.has(identity(file))).map(newItem);
    setItems((current) => [...current, ...added]);
    for (const item of added) void readItem(item, { formats, preferred }).then((facts) => change(item.key, facts));
  };
  const remove = (key: string) => {
    senders.current.get(key)?.abort.abort();
    const removed = items.find((item) => item.key === key);
    if (removed !== undefined) URL.revokeObjectURL(removed.url);
    setItems((current) => current.filter((item) => item.key !== key));
  };
  const send = async (item: UploadItem, common: UploadCommon) => {
    if (item.kind === null || item.formatId === null || common.brandId === null) return;
    const sender = senderOf(senders.current, item.key);
    if (sender.abort.signal.aborted) return;
    change(item.key, { phase: 'sending', sentBytes: 0, error: null });
    try {
      const { kind, name, formatId } = item;
      const click = common.clickUrl === '' ? {} : { clickUrl: common.clickUrl };
      const crop = cropOf(item, formats) === null ? {} : { focalPoint: item.focalPoint };
      const creative = await uploadCreativeFile({
        file: item.file,
        target: {
          creative: { name, kind, brandId: common.brandId, formatId, ...click, ...crop },
          idempotencyKey: sender.idempotencyKey,
        },
        begun: sender.uploadId,
        onBegun: (uploadId) => {
          sender.uploadId = uploadId;
        },
        onSent: (sentBytes) =>
          change(item.key, { sentBytes, phase: sentBytes >= item.file.size ? 'processing' : 'sending' }),
        signal: sender.abort.signal,
      });
      change(item.key, { phase: 'done', creative });
      onUploaded?.(creative);
    } catch (error) {
      // The server stores its response under the key. Only requests without a response reuse the key on retry.
      if (problemOfError(error).status !== 0) sender.idempotencyKey = randomKey();
      if (!sender.abort.signal.aborted) change(item.key, { phase: 'failed', error });
    }
  };
  const start = async (common: UploadCommon) => {
    const waiting = items.filter(canUpload);
    const worker = async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await send(next, common);
    };
    await Promise.all(Array.from({ length: concurrentUploads }, worker));
  };
  return { items, add, change, remove, start };
}

/** State that is kept for retries of an upload. */
type Sender = { readonly abort: AbortController; idempotencyKey: string; uploadId: string | null };

function senderOf(senders: Map<string, Sender>, key: string): Sender {
  const known = senders.get(key);
  if (known !== undefined) return known;
  const sender = { abort: new AbortController(), idempotencyKey: randomKey(), uploadId: null };
  senders.set(key, sender);
  return sender;
}

/** Sizes of an image and its format if the image is cropped to the format. Null: it is not cropped. */
export function cropOf({ kind, width, height, formatId }: UploadItem, formats: readonly Format[]) {
  const format = formats.find(({ id }) => id === formatId);
  if (kind !== 'image' || width === null || height === null) return null;
  if (format === undefined || format.width === null || format.height === null) return null;
  const sizes = { image: { width, height }, format: { width: format.width, height: format.height } };
  return hasAspectRatio(sizes.image, sizes.format) ? null : sizes;
}

/** Whether an item is complete and can be uploaded. */
export function canUpload({ kind, phase, formatId, name }: UploadItem): boolean {
  return kind !== null && formatId !== null && name.trim() !== '' && (phase === 'ready' || phase === 'failed');
}

/** Whether leaving the page would interrupt the upload. */
export function isUploading({ phase }: UploadItem): boolean {
  return phase === 'sending' || phase === 'processing';
}

function newItem(file: File): UploadItem {
  const kind = fileKind(file.name);
  return {
    key: randomKey(),
    file,
    url: URL.createObjectURL(file),
    kind,
    name: nameOfFile(file.name),
    width: null,
    height: null,
    formatId: null,
    matchedBy: null,
    focalPoint: imageCenter,
    phase: kind === null ? 'failed' : 'reading',
    sentBytes: 0,
    error: null,
    creative: null,
  };
}

async function readItem(
  { file, kind, url }: UploadItem,
  { formats, preferred }: Pick<Options, 'formats' | 'preferred'>,
): Promise<Partial<UploadItem>> {
  if (kind === null) return {};
  const facts = await readFileFacts(file, kind, url);
  const match = matchFormat({ ...facts, kind: kind satisfies CreativeKind }, formats, preferred);
  return { ...facts, formatId: match?.formatId ?? null, matchedBy: match?.by ?? null, phase: 'ready' };
}

/** Identifies a file, so that a file selected twice is uploaded once. */
function identity({ name, size, lastModified }: File): string {
  return `${name} ${size} ${lastModified}`;
}

function useAbortOnUnmount(senders: Map<string, Sender>): void {
  useEffect(
    () => () => {
      for (const { abort } of senders.values()) abort.abort();
      senders.clear();
    },
    [senders],
  );
}
