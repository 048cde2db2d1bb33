import { createHash } from 'node:crypto';
import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import {
  brandingFileBody,
  type SettingsView,
  type settingsBody,
  settingsView,
} from '../../../../contract/access/settings.ts';
import { fieldMessage } from '../../../../contract/common/field-message.ts';
import { maxLogoBytes, maxSignInImageBytes } from '../../../../core/vocabulary/limits/upload-limits.ts';
import { createImageWorkshop, type ImageWorkshop } from '../../../../platform/media/image-workshop.ts';
import type { ManagementServices } from '../../../api/management-services.ts';
import { changeObject } from '../../../api/resource/change-object.ts';
import { operationSchema } from '../../../api/resource/operation-schema.ts';
import { invalidField } from '../../../records/domain-error.ts';
import type { Resource, WriteContext } from '../../../records/resource.ts';
import { asFileProblem } from '../../creative/files/prepare-file.ts';
import { readFileAlone, type UploadedFile } from '../../creative/files/read-upload.ts';
import { isSvg, requirePassiveSvg } from './check-svg.ts';

type SettingsResource = Resource<'deploymentSettings', typeof settingsBody, SettingsView>;

type BrandingFile = { readonly name: string; readonly mime: string; readonly content: Buffer };

/** A file of the branding: its column, operations, and how an upload is prepared. */
type Slot = {
  readonly path: string;
  readonly column: 'logoFile' | 'signInImageFile';
  readonly operation: string;
  readonly noun: string;
  readonly rules: string;
  prepare(file: UploadedFile, images: ImageWorkshop): Promise<BrandingFile>;
};

const slots: readonly Slot[] = [
  {
    path: '/settings/logo',
    column: 'logoFile',
    operation: 'Logo',
    noun: 'logo',
    rules: `An SVG without scripts and external references, a PNG or a WebP image of at most ${maxLogoBytes} bytes`,
    prepare: prepareLogo,
  },
  {
    path: '/settings/sign-in-image',
    column: 'signInImageFile',
    operation: 'SignInImage',
    noun: 'image of the sign-in page',
    rules: 'A PNG, JPEG or WebP image. It is resized and compressed',
    prepare: preparePhoto,
  },
];

/** Registers the uploads of the logo and of the sign-in image, and their removal. */
export function registerBrandingFiles(
  app: FastifyInstance,
  services: ManagementServices,
  resource: SettingsResource,
): void {
  app.register(async (scope) => {
    await scope.register(multipart);
    const images = createImageWorkshop(services.log);
    scope.addHook('onClose', () => images.close());
    for (const slot of slots) {
      registerUpload(scope, services, { resource, slot, images });
      registerRemoval(scope, services, { resource, slot });
    }
  });
}

type Upload = { readonly resource: SettingsResource; readonly slot: Slot; readonly images: ImageWorkshop };

function registerUpload(app: FastifyInstance, services: ManagementServices, { resource, slot, images }: Upload): void {
  app.post(slot.path, {
    config: { scope: resource.writeScope },
    schema: operationSchema({
      tag: resource.tag,
      operationId: `upload${slot.operation}`,
      summary: `Upload the ${slot.noun}`,
      description: `As multipart/form-data with the part \`file\`. ${slot.rules}.`,
      scope: resource.writeScope,
      body: brandingFileBody,
      consumes: ['multipart/form-data'],
      answers: 'acted',
      view: settingsView,
    }),
    async handler(request, reply) {
      const file = await slot.prepare(await readFileAlone(request), images);
      return changeFile({ services, request, reply }, { resource, slot, file });
    },
  });
}

function registerRemoval(
  app: FastifyInstance,
  services: ManagementServices,
  { resource, slot }: Pick<Upload, 'resource' | 'slot'>,
): void {
  app.delete(slot.path, {
    config: { scope: resource.writeScope },
    schema: operationSchema({
      tag: resource.tag,
      operationId: `remove${slot.operation}`,
      summary: `Remove the ${slot.noun}`,
      description: 'The default applies again.',
      scope: resource.writeScope,
      answers: 'parted',
      view: settingsView,
    }),
    handler: (request, reply) => changeFile({ services, request, reply }, { resource, slot, file: null }),
  });
}

type FileChange = Pick<Upload, 'resource' | 'slot'> & { readonly file: BrandingFile | null };

function changeFile(call: Parameters<typeof changeObject>[0], { resource, slot, file }: FileChange) {
  return changeObject<'deploymentSettings', z.ZodObject, SettingsView>(call, resource as never, {
    id: 1,
    action: 'update',
    version: 'optional',
    async change({ transaction, current }) {
      const name = file?.name ?? null;
      if (current[slot.column] === name) return null;
      if (file !== null) {
        await transaction
          .insertInto('brandingFile')
          .values(file)
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      }
      return { columns: { [slot.column]: name }, after: () => removeUnused(transaction) };
    },
  });
}

/** Removes files that the settings do not name. */
async function removeUnused(transaction: WriteContext<'deploymentSettings'>['transaction']): Promise<void> {
  await transaction
    .deleteFrom('brandingFile')
    .where(({ not, exists, selectFrom, or, ref }) =>
      not(
        exists(
          selectFrom('deploymentSettings')
            .select('deploymentSettings.id')
            .where(({ eb }) =>
              or([
                eb('deploymentSettings.logoFile', '=', ref('brandingFile.name')),
                eb('deploymentSettings.signInImageFile', '=', ref('brandingFile.name')),
              ]),
            ),
        ),
      ),
    )
    .execute();
}

async function prepareLogo(file: UploadedFile, images: ImageWorkshop): Promise<BrandingFile> {
  const { content } = file;
  if (content.length > maxLogoBytes) {
    throw invalidField('/file', 'too_big', fieldMessage('maxBytes', { bytes: maxLogoBytes }));
  }
  if (isSvg(content)) {
    requirePassiveSvg(content);
    return fileOf(content, 'image/svg+xml', 'svg');
  }
  return prepareRaster(content, images, { kinds: ['image/png', 'image/webp'], maxBytes: maxLogoBytes });
}

function preparePhoto({ content }: UploadedFile, images: ImageWorkshop): Promise<BrandingFile> {
  return prepareRaster(content, images, {
    kinds: ['image/png', 'image/jpeg', 'image/webp'],
    maxBytes: maxSignInImageBytes,
  });
}

/** Decodes and encodes the image again, which removes everything but its pixels. */
async function prepareRaster(
  upload: Buffer,
  images: ImageWorkshop,
  { kinds, maxBytes }: { readonly kinds: readonly string[]; readonly maxBytes: number },
): Promise<BrandingFile> {
  const format = { width: null, height: null, maxBytes, versions: 'single' } as const;
  const image = await asFileProblem('/file', () => images.process(upload, format));
  if (!kinds.includes(image.mime)) {
    const message = fieldMessage(kinds.includes('image/jpeg') ? 'photoType' : 'logoType');
    throw invalidField('/file', 'unsupported_image', message);
  }
  return fileOf(Buffer.from(image.content), image.mime, image.extension);
}

function fileOf(content: Buffer, mime: string, extension: string): BrandingFile {
  return { name: `${createHash('sha256').update(content).digest('hex')}.${extension}`, mime, content };
}
