import { useSessionStorage } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import type { CommentedKind } from '../../contract/collaboration/comment.ts';
import { maxAttachmentBytes, maxCommentAttachments } from '../../core/vocabulary/limits/attachment-limits.ts';
import { randomKey } from '../api/random-key.ts';
import { useMe } from '../api/use-me.ts';
import { t } from '../i18n/t.ts';
import { bytesText } from '../labels/figures.ts';
import { deleteUpload, uploadInParts } from '../upload/upload-in-parts.ts';
import { useWarnBeforeLeaving } from '../upload/use-warn-before-leaving.ts';

/** A file of a comment that is being written. */
export type AttachmentDraft = {
  readonly key: string;
  readonly name: string;
  readonly bytes: number;
  /** Blob URL of an image. Null: another file, or one that was uploaded before the page was loaded. */
  readonly url: string | null;
  readonly phase: 'sending' | 'sent' | 'failed';
  readonly sentBytes: number;
  readonly error: unknown;
  readonly uploadId: string | null;
};

/** An uploaded file, as the browser tab keeps it while another page is open. */
type StoredUpload = { readonly uploadId: string; readonly name: string; readonly bytes: number };

/** Types that the browser shows as a thumbnail. An SVG image is not one of them. */
const imageTypes: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/gif']);

type Sender = { readonly file: File; readonly abort: AbortController };

/** The files of a new comment. Each is uploaded when it is added, one after the other. */
export function useAttachments(kind: CommentedKind, objectId: number) {
  const { actor } = useMe();
  const [stored, setStored] = useSessionStorage<readonly StoredUpload[]>({
    key: `placard-comment-files ${actor} ${kind} ${objectId}`,
    defaultValue: [],
    getInitialValueInEffect: false,
  });
  const [items, setItems] = useState(() => stored.map(sentItem));
  const [refusals, setRefusals] = useState<readonly string[]>([]);
  const senders = useRef(new Map<string, Sender>());
  const queue = useRef(Promise.resolve());
  const change = (key: string, changes: Partial<AttachmentDraft>) =>
    setItems((current) => current.map((item) => (item.key === key ? { ...item, ...changes } : item)));
  const isSending = items.some(({ phase }) => phase === 'sending');
  useWarnBeforeLeaving(isSending);
  useEffect(() => setStored(items.flatMap(storedUpload)), [items, setStored]);
  useEffect(() => {
    const all = senders.current;
    return () => {
      for (const { abort } of all.values()) abort.abort();
    };
  }, []);

  const send = async ({ key, uploadId: begun }: Pick<AttachmentDraft, 'key' | 'uploadId'>) => {
    const sender = senders.current.get(key);
    if (sender === undefined || sender.abort.signal.aborted) return;
    try {
      const uploadId = await uploadInParts(sender.file, {
        begun,
        onBegun: (id) => change(key, { uploadId: id }),
        onSent: (sentBytes) => change(key, { sentBytes }),
        signal: sender.abort.signal,
      });
      change(key, { phase: 'sent', uploadId });
    } catch (error) {
      if (!sender.abort.signal.aborted) change(key, { phase: 'failed', error });
    }
  };
  const enqueue = (item: Pick<AttachmentDraft, 'key' | 'uploadId'>) => {
    queue.current = queue.current.then(() => send(item));
  };
  const add = (files: readonly File[]) => {
    const { accepted, refused } = splitByLimits(files, maxCommentAttachments - items.length);
    setRefusals(refused);
    const added = accepted.map((file) => {
      const item = newItem(file);
      senders.current.set(item.key, { file, abort: new AbortController() });
      return item;
    });
    setItems((current) => [...current, ...added]);
    for (const item of added) enqueue(item);
  };
  const retry = (item: AttachmentDraft) => {
    change(item.key, { phase: 'sending', error: null });
    enqueue(item);
  };
  const forget = ({ key, url }: AttachmentDraft) => {
    senders.current.get(key)?.abort.abort();
    senders.current.delete(key);
    if (url !== null) URL.revokeObjectURL(url);
  };
  const remove = (item: AttachmentDraft) => {
    forget(item);
    if (item.uploadId !== null) void deleteUpload(item.uploadId);
    setRefusals([]);
    setItems((current) => current.filter(({ key }) => key !== item.key));
  };
  /** Empties the list after the comment was sent. */
  const clear = () => {
    items.forEach(forget);
    setRefusals([]);
    setItems([]);
  };
  return { items, refusals, isSending, add, retry, remove, clear };
}

function newItem(file: File): AttachmentDraft {
  return {
    key: randomKey(),
    name: file.name,
    bytes: file.size,
    url: imageTypes.has(file.type) ? URL.createObjectURL(file) : null,
    phase: 'sending',
    sentBytes: 0,
    error: null,
    uploadId: null,
  };
}

function sentItem({ uploadId, name, bytes }: StoredUpload): AttachmentDraft {
  return { key: uploadId, name, bytes, url: null, phase: 'sent', sentBytes: bytes, error: null, uploadId };
}

function storedUpload({ phase, uploadId, name, bytes }: AttachmentDraft): readonly StoredUpload[] {
  return phase === 'sent' && uploadId !== null ? [{ uploadId, name, bytes }] : [];
}

/** Files within the limits, and the reason for each of the others. */
function splitByLimits(files: readonly File[], free: number) {
  const accepted: File[] = [];
  const refused: string[] = [];
  for (const file of files) {
    const reason = refusalOf(file, free - accepted.length);
    if (reason === null) accepted.push(file);
    else refused.push(reason);
  }
  return { accepted, refused };
}

function refusalOf({ name, size }: File, free: number): string | null {
  if (size === 0) return t('comment.error.fileEmpty', { file: name });
  if (size > maxAttachmentBytes) {
    const limit = bytesText(maxAttachmentBytes);
    return t('comment.error.fileTooLarge', { file: name, size: bytesText(size), limit });
  }
  return free > 0 ? null : t('comment.error.tooManyFiles', { file: name, count: maxCommentAttachments });
}
