import { problemOfError } from '../api/client.ts';
import { sendWithProgress } from './send-with-progress.ts';

/** Bytes of one part: sent again at most when the line breaks, and held in memory for its checksum. */
const partBytes = 8 * 1024 * 1024;
/** Breaks in a row after which a person is asked. */
const maxBreaks = 5;
const firstPauseMs = 500;
const tus = { 'Tus-Resumable': '1.0.0' };

export type PartsOptions = {
  /** Told of the bytes that have arrived or are on their way. */
  readonly onSent: (bytes: number) => void;
  /** Told of the upload's id, with which it can be gone on later. */
  readonly onBegun: (uploadId: string) => void;
  /** An upload of the same file that was begun before. */
  readonly begun: string | null;
  readonly signal: AbortSignal;
};

/**
 * Sends a file in parts that are compared by checksum, and goes on by itself where the line broke; answers the upload's id.
 * Source: docs/decisions/0061-resumable-uploads.md.
 */
export async function uploadInParts(file: File, options: PartsOptions): Promise<string> {
  let { uploadId, offset } = await beginOrGoOn(file, options);
  let breaks = 0;
  while (offset < file.size) {
    try {
      offset = await sendPart({ file, uploadId, offset }, options);
      breaks = 0;
    } catch (error) {
      breaks += 1;
      if (options.signal.aborted || !mayPass(error) || breaks > maxBreaks) throw error;
      await pause(firstPauseMs * 2 ** (breaks - 1), options.signal);
      offset = (await readOffset(uploadId, options.signal)) ?? offset;
    }
  }
  return uploadId;
}

async function beginOrGoOn(file: File, { begun, onBegun, signal }: PartsOptions) {
  const known = begun === null ? null : await readOffset(begun, signal);
  if (begun !== null && known !== null) return { uploadId: begun, offset: known };
  const { body } = await sendWithProgress({
    method: 'POST',
    path: '/api/v1/uploads',
    headers: { ...tus, 'Upload-Length': String(file.size), 'Upload-Metadata': `filename ${textInBase64(file.name)}` },
    signal,
  });
  const { uploadId } = body as { readonly uploadId: string };
  onBegun(uploadId);
  return { uploadId, offset: 0 };
}

async function sendPart(
  { file, uploadId, offset }: { readonly file: File; readonly uploadId: string; readonly offset: number },
  { onSent, signal }: PartsOptions,
): Promise<number> {
  const part = file.slice(offset, offset + partBytes);
  const { header } = await sendWithProgress({
    method: 'PATCH',
    path: `/api/v1/uploads/${uploadId}`,
    headers: {
      ...tus,
      'Content-Type': 'application/offset+octet-stream',
      'Upload-Offset': String(offset),
      ...(await checksumOf(part)),
    },
    body: part,
    onSent: (bytes) => onSent(offset + bytes),
    signal,
  });
  return Number(header('Upload-Offset') ?? offset + part.size);
}

/** How much has arrived; null: it is not known now, or there is no such upload any more. */
async function readOffset(uploadId: string, signal: AbortSignal): Promise<number | null> {
  try {
    const { header } = await sendWithProgress({
      method: 'HEAD',
      path: `/api/v1/uploads/${uploadId}`,
      headers: tus,
      signal,
    });
    return Number(header('Upload-Offset'));
  } catch (error) {
    if (signal.aborted) throw error;
    return null;
  }
}

/** Browsers make hashes in secure contexts alone; elsewhere the length must do. */
async function checksumOf(part: Blob): Promise<Record<string, string>> {
  if (!window.isSecureContext) return {};
  const digest = await crypto.subtle.digest('SHA-256', await part.arrayBuffer());
  return { 'Upload-Checksum': `sha256 ${inBase64(new Uint8Array(digest))}` };
}

const codesThatPass = new Set(['checksum_mismatch', 'upload_moved', 'too_many_requests', 'malformed_request']);

/** Whether the next attempt may go better. */
function mayPass(error: unknown): boolean {
  const { status, code } = problemOfError(error);
  return status === 0 || status >= 500 || codesThatPass.has(code);
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        reject(new DOMException('The upload was stopped', 'AbortError'));
      },
      { once: true },
    );
  });
}

function textInBase64(text: string): string {
  return inBase64(new TextEncoder().encode(text));
}

function inBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}
