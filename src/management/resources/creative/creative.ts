/*
 * Creatives.
 *
 * - `creative.ts`, `creative-resource.ts`: routes and resource. `create-creative.ts`, `creative-rules.ts`: creation and
 *   validation.
 * - `creative-action-rules.ts`: actions. `creative-review.ts`, `shown.ts`, `shown-version.ts`: review and the pending
 *   version.
 * - `files/`: files of creatives. `address-check/`: third-party URLs. `product-creatives.ts`: creatives of products.
 * - `preview-links.ts`, `preview-link-route.ts`: links for viewers without an account.
 *
 * See docs/internals/creatives.md.
 */

import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { fieldMessage } from '../../../contract/common/field-message.ts';
import {
  creativeView,
  formCreativeBody,
  type NewCreativeBody,
  newCreativeBody,
} from '../../../contract/creative/creative.ts';
import { createImageWorkshop } from '../../../platform/media/image-workshop.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { changeObject } from '../../api/resource/change-object.ts';
import { listQuerySchema, sendList } from '../../api/resource/list-resource.ts';
import { operationSchema } from '../../api/resource/operation-schema.ts';
import { registerActions } from '../../api/resource/register-actions.ts';
import { registerBulk } from '../../api/resource/register-bulk.ts';
import { idOfPath, idParams, registerResource } from '../../api/resource/register-resource.ts';
import { registerReview } from '../../api/resource/register-review.ts';
import { invalidRequest, missingObject } from '../../records/domain-error.ts';
import { parseBody } from '../../records/field-errors.ts';
import { registerAddressCheck } from './address-check/check-addresses-route.ts';
import { createCreative } from './create-creative.ts';
import { actionColumns, creativeActionRules } from './creative-action-rules.ts';
import { advarFilters, type CreativeResource, creativeResource } from './creative-resource.ts';
import { creativeReview } from './creative-review.ts';
import { requireKindOfFile } from './creative-rules.ts';
import type { Workshops } from './files/prepare-file.ts';
import { markUsed, readFieldUploads, readResumable } from './files/read-resumable.ts';
import { readUpload } from './files/read-upload.ts';
import { registerRenditions } from './files/renditions.ts';
import { registerReplaceFile } from './files/replace-file.ts';
import { registerPreviewLink } from './preview-link-route.ts';

/** Registers `/creatives`, their uploads, their actions, and `/creatives/advar`. */
export function registerCreativeRoutes(app: FastifyInstance, services: ManagementServices): void {
  const resource = creativeResource(services.config);
  registerAdvar(app, services, resource);
  registerPreviewLink(app, services);
  registerResource(app, services, resource, { without: ['create', 'archive'] });
  registerArchive(app, services, resource);
  registerAddressCheck(app, services, resource);
  registerReview(app, services, resource, creativeReview);
  registerActions(app, services, resource, creativeActionRules);
  registerBulk(app, services, resource, { creates: false, actions: creativeActionRules });
  // Only these routes accept multipart bodies. All others return an unsupported media type.
  app.register(async (scope) => {
    await scope.register(multipart);
    const images = createImageWorkshop(services.log);
    scope.addHook('onClose', () => images.close());
    const workshops = { images };
    registerCreate(scope, services, { resource, workshops });
    registerReplaceFile(scope, services, { resource, workshops });
    registerRenditions(scope, services, { resource, workshops });
  });
}

function registerCreate(
  app: FastifyInstance,
  services: ManagementServices,
  { resource, workshops }: { readonly resource: CreativeResource; readonly workshops: Workshops },
): void {
  app.post('/creatives', {
    config: { scope: resource.writeScope },
    attachValidation: true,
    schema: operationSchema({
      tag: resource.tag,
      operationId: 'createCreative',
      summary: 'Create a creative',
      description:
        'As JSON (kind html), as JSON with the `uploadId` of a resumable upload, or as multipart/form-data with the parts `file` and `creative`, which contains this schema as JSON (kinds image, html5, video and audio). Kinds native and advar have a file for each image of the template: parts `file.<field>`, or `uploadIds`.',
      scope: resource.writeScope,
      body: newCreativeBody,
      consumes: ['application/json', 'multipart/form-data'],
      answers: 'created',
      view: creativeView,
    }),
    async handler(request, reply) {
      const { body, file, files, focalPoint } = await readCreate(request, services);
      requireKindOfFile(body, { hasFile: file !== null, files }, services.config);
      const created = await createCreative({ services, request, reply }, resource, {
        body,
        file,
        files,
        focalPoint,
        workshops,
      });
      for (const used of [file, ...files.values()]) await markUsed(used, services);
      return created;
    },
  });
}

async function readCreate(request: FastifyRequest, services: ManagementServices) {
  if (!request.isMultipart()) {
    if (request.validationError !== undefined) throw request.validationError;
    const { uploadId, uploadIds = {}, focalPoint, ...body } = request.body as NewCreativeBody;
    const { kind } = body;
    const files = await readFieldUploads(request, services, { uploadIds, kind });
    const file = uploadId === undefined ? null : await readResumable(request, services, { uploadId, kind });
    return { body, file, files, focalPoint: focalPoint ?? undefined };
  }
  const { creative, file, files } = await readUpload(request);
  const { focalPoint, ...body } = parseBody(formCreativeBody, creative);
  return { body, file, files, focalPoint: focalPoint ?? undefined };
}

function registerArchive(app: FastifyInstance, services: ManagementServices, resource: CreativeResource): void {
  app.delete('/creatives/:id', {
    config: { scope: resource.writeScope },
    schema: operationSchema({
      tag: resource.tag,
      operationId: 'deleteCreative',
      summary: 'Archive a creative',
      scope: resource.writeScope,
      params: idParams(resource.one),
      answers: 'changed',
      view: creativeView,
    }),
    handler: (request, reply) =>
      changeObject({ services, request, reply }, resource, {
        id: idOfPath(request.params),
        action: 'archive',
        version: 'required',
        change: async (write) =>
          write.current.archivedAt === null ? { columns: await actionColumns('archive', write) } : null,
      }),
  });
}

/** Registers the list of the specification's endpoint table, and one of its creatives by ID. */
function registerAdvar(app: FastifyInstance, services: ManagementServices, all: CreativeResource): void {
  const resource = { ...all, filters: advarFilters } as unknown as Parameters<typeof sendList>[1];
  const ofKind = sql<boolean>`creative.kind = 'advar'`;
  const described = { tag: 'Creatives', scope: all.readScope, answers: 'list', view: creativeView } as const;
  app.get('/creatives/advar', {
    config: { scope: all.readScope },
    schema: operationSchema({
      ...described,
      operationId: 'listAdvars',
      summary: 'List creatives of kind advar; requires at least one filter or search',
      querystring: listQuerySchema(resource),
    }),
    handler(request, reply) {
      requireFilter(request.query as Readonly<Record<string, unknown>>);
      return sendList({ services, request, reply }, resource, [ofKind]);
    },
  });
  app.get('/creatives/advar/:id', {
    config: { scope: all.readScope },
    schema: operationSchema({
      ...described,
      operationId: 'getAdvar',
      summary: 'Retrieve the creative of kind advar with this ID, as a list of one',
      params: idParams('creative'),
    }),
    handler: (request, reply) => sendOne({ services, request, reply }, resource, ofKind),
  });
}

async function sendOne(
  call: { readonly services: ManagementServices; readonly request: FastifyRequest; readonly reply: FastifyReply },
  resource: Parameters<typeof sendList>[1],
  ofKind: ReturnType<typeof sql<boolean>>,
) {
  const id = idOfPath(call.request.params);
  const found = await sendList(call, resource, [ofKind, sql<boolean>`creative.id = ${id}`]);
  if (found.length === 0) throw missingObject('creatives', id);
  return found;
}

const advarNeeds = [...Object.keys(advarFilters), 'search'];

function requireFilter(query: Readonly<Record<string, unknown>>): void {
  if (advarNeeds.some((name) => query[name] !== undefined)) return;
  const message = fieldMessage('oneRequired', { fields: advarNeeds.join(', ') });
  throw invalidRequest(advarNeeds.map((name) => ({ pointer: `/${name}`, in: 'query', code: 'required', message })));
}
