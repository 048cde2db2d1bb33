import { problemOfError } from '../api/client.ts';
import { sendWithProgress } from './send-with-progress.ts';

/** Size of a part. An interrupted upload repeats at most one part, and a part is held in memory for its checksum. */
const partBytes = 8 * 1024 * 1024;
/** Consecutive failures after which the upload fails. */
const maxFailures = 5;
const firstPauseMs = 500;
const tus = { 'Tus-Resumable': '1.0.0' };

export type PartsOptions = {
  /** Called with the number of bytes that have been sent. */
  readonly onSent: (bytes: number) => void;
  /** Called with the id of the upload, with which it can be resumed later. */
  readonly onBegun: (uploadId: string) => void;
  /** The id of an earlier upload of the same file. */
  readonly begun: string | null;
  readonly signal: AbortSignal;
};

/**
 * Uploads a file in parts with checksums and resumes after interruptions. Returns the id of the upload.
 * Source: docs/decisions/0061-resumable-uploads.md.
 */
export async function uploadInParts(file: File, options: PartsOptions): Promise<string> {
  let { uploadId, offset } = await startOrResume(file, options);
  let failures = 0;
  while (offset < file.size) {
    try {
      offset = await sendPart({ file, uploadId, offset }, options);
      failures = 0;
    } catch (error) {
      failures += 1;
      if (options.signal.aborted || !isTransient(error) || failures > maxFailures) throw error;
      await pause(firstPauseMs * 2 ** (failures - 1), options.signal);
      offset = (await readOffset(uploadId, options.signal)) ?? offset;
    }
  }
  return uploadId;
}

async function startOrResume(file: File, { begun, onBegun, signal }: PartsOptions) {
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

/** Deletes an upload that is no longer needed. If this fails, the server deletes it when it expires. */
export async function deleteUpload(uploadId: string): Promise<void> {
  const { signal } = new AbortController();
  await sendWithProgress({ method: 'DELETE', path: `/api/v1/uploads/${uploadId}`, headers: tus, signal }).catch(
    () => undefined,
  );
}

/** The number of bytes that the server has stored. Null: unknown, or the upload no longer exists. */
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

/** Browsers compute hashes only in secure contexts. In other contexts, only the length is checked. */
async function checksumOf(part: Blob): Promise<Record<string, string>> {
  if (!window.isSecureContext) return {};
  const digest = await crypto.subtle.digest('SHA-256', await part.arrayBuffer());
  return { 'Upload-Checksum': `sha256 ${inBase64(new Uint8Array(digest))}` };
}

const transientCodes = new Set(['checksum_mismatch', 'upload_moved', 'too_many_requests', 'malformed_request']);

/** Whether a retry can succeed. */
function isTransient(error: unknown): boolean {
  const { status, code } = problemOfError(error);
  return status === 0 || status >= 500 || transientCodes.has(code);
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        reject(new DOMException('Upload aborted', 'AbortError'));
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
