/*
 * Files of creatives: receiving, preparing, storing, replacing and removing.
 *
 * - `read-upload.ts`, `read-resumable.ts`: a file of a form, or an upload in parts. `file-kinds.ts`: kinds by content.
 * - `prepared-file.ts`, `prepare-video.ts`, `change-images.ts`: checks and versions, by `platform/media`.
 * - `store-files.ts`, `with-stored-files.ts`: files are stored before the transaction that refers to them.
 * - `replace-file.ts`, `renditions.ts`, `video-of-creative.ts`: changes of a creative.
 * - `sweep-files.ts`, `start-file-sweep.ts`, `file-use.ts`: removal of unused files.
 */

import type { FastifyReply } from 'fastify';
import { fieldMessage } from '../../../../contract/common/field-message.ts';
import type { UploadedFileBody } from '../../../../contract/creative/creative.ts';
import type { FocalPoint } from '../../../../core/creative/image-crop.ts';
import type { Call } from '../../../api/call/answer-once.ts';
import { changeObject } from '../../../api/resource/change-object.ts';
import { idOfPath } from '../../../api/resource/register-resource.ts';
import { requireObject } from '../../../api/resource/require-object.ts';
import { archivedError } from '../../../records/common-changes.ts';
import { invalidField } from '../../../records/domain-error.ts';
import type { Row } from '../../../records/resource.ts';
import type { CreativeResource } from '../creative-resource.ts';
import type { ShownVersion } from '../shown.ts';
import { showInstead, versionToChange } from '../shown-version.ts';
import { isOfFile } from './file-kinds.ts';
import { prepareFile, type Workshops } from './prepare-file.ts';
import type { FileOptions } from './prepare-video.ts';
import type { PreparedFile } from './prepared-file.ts';
import { markUsed, readResumable } from './read-resumable.ts';
import { readFileAlone, type UploadedFile } from './read-upload.ts';
import { withStoredFiles } from './with-stored-files.ts';

/** A new file, and for an image the point around which it is cropped. */
export type ReceivedFile = { readonly file: UploadedFile; readonly focalPoint?: FocalPoint | null | undefined };

export type FileChange = {
  readonly resource: CreativeResource;
  readonly workshops: Workshops;
  /** Allowed kinds among those with a file. Default: all. */
  readonly isFor?: (kind: string) => boolean;
  /** Default: all derived files. */
  readonly options?: (creative: Row<'creative'>) => FileOptions;
  /** Default: a file without further settings. */
  readonly read?: (call: Call, kind: string) => Promise<ReceivedFile>;
  /** Returns the content of the creative with the file. */
  readonly shownWith: (base: ShownVersion, prepared: PreparedFile) => ShownVersion;
};

/** Receives a file for the creative of the path, as a part of a form or as a complete upload. */
export async function changeFile(call: Call, change: FileChange): Promise<FastifyReply> {
  const { resource, workshops, isFor = isOfFile, options, shownWith } = change;
  const { services } = call;
  const id = idOfPath(call.request.params);
  const creative = await requireObject(call, { table: 'creative', id, noun: resource.kind });
  const { formatId, kind, clickUrl } = creative;
  const { file, focalPoint } = await (change.read ?? readOneFile)(call, kind);
  if (!isOfFile(kind) || !isFor(kind))
    throw invalidField('/file', 'unexpected_file', fieldMessage('notForKind', { kind }));
  const previousCrop = (creative.pendingVersion ?? creative).assets[0]?.crop;
  const making = { database: services.database, workshops };
  const prepared = await prepareFile(
    making,
    { kind, formatId, clickUrl, focalPoint, previousCrop },
    file,
    options?.(creative),
  );
  const [{ path, sha256 }] = prepared.assets;
  const answer = await withStoredFiles(services, prepared.sets, (keep) =>
    changeObject(call, resource, {
      id,
      action: 'update',
      version: 'optional',
      answer: { fingerprint: { file: sha256, path } },
      async change(write) {
        const { current } = write;
        if (current.archivedAt !== null) throw archivedError(resource, id);
        const next = shownWith(await versionToChange(current, write), prepared);
        return { columns: await showInstead(current, next, write), after: () => keep(write.transaction) };
      },
    }),
  );
  await markUsed(file, services);
  return answer;
}

async function readOneFile({ services, request }: Call, kind: string): Promise<ReceivedFile> {
  if (request.isMultipart()) return { file: await readFileAlone(request) };
  const body = request.body as UploadedFileBody | undefined;
  if (body === undefined) throw invalidField('/file', 'required', fieldMessage('fileRequiredPlain'));
  return { file: await readResumable(request, services, { uploadId: body.uploadId, kind }) };
}
