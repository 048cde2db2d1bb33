import type { FastifyReply } from 'fastify';
import type { Call } from '../../../api/call/answer-once.ts';
import { changeObject } from '../../../api/resource/change-object.ts';
import { archivedError } from '../../../records/common-changes.ts';
import { detailMessage } from '../../../records/detail-message.ts';
import { DomainError } from '../../../records/domain-error.ts';
import type { CreativeResource } from '../creative-resource.ts';
import { showInstead, versionToChange } from '../shown-version.ts';
import { fingerprintOfFiles, prepareFields } from './prepare-fields.ts';
import type { Workshops } from './prepare-file.ts';
import { readFieldFiles } from './read-upload.ts';
import { withStoredFiles } from './with-stored-files.ts';

export type ImageChange = {
  readonly resource: CreativeResource;
  readonly workshops: Workshops;
  readonly id: number;
  readonly formatId: number;
};

/** Receives images for fields of a creative with a template. Images of other fields stay unchanged. */
export async function changeImages(
  call: Call,
  { resource, workshops, id, formatId }: ImageChange,
): Promise<FastifyReply> {
  const { services, request } = call;
  if (!request.isMultipart()) {
    throw new DomainError('unsupported_media_type', { detail: detailMessage('imagesAsMultipart') });
  }
  const files = await readFieldFiles(request);
  const means = { database: services.database, workshops };
  const { sets, assets } = await prepareFields(means, { formatId, fields: null }, files);
  return withStoredFiles(services, sets, (keep) =>
    changeObject(call, resource, {
      id,
      action: 'update',
      version: 'optional',
      answer: { fingerprint: { files: fingerprintOfFiles(files) } },
      async change(write) {
        const { current } = write;
        if (current.archivedAt !== null) throw archivedError(resource, id);
        const base = await versionToChange(current, write);
        const kept = base.assets.filter(({ field }) => field === undefined || !files.has(field));
        const next = { ...base, assets: [...kept, ...assets] };
        return { columns: await showInstead(current, next, write), after: () => keep(write.transaction) };
      },
    }),
  );
}
