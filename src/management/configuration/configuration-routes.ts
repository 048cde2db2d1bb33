/*
 * Configuration as code: the complete configuration as one document.
 *
 * - `configuration-routes.ts`, `file-routes.ts`: routes. `run-configuration.ts`, `undo-configuration.ts`: export, plan,
 *   apply and undo, each in one transaction. `share-effects.ts`: the effect of a plan on shares.
 * - `document/`: documents. `stored/`: the stored configuration in the form of a document. `apply/`: changes.
 * - `check-offline.ts`: checks of a document without an installation.
 *
 * See docs/decisions/0254-configuration-as-code.md.
 */

import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import {
  type ConfigurationApplyBody,
  type ConfigurationPlanBody,
  type ConfigurationUndoBody,
  configurationApplyBody,
  configurationApplyParams,
  configurationApplyView,
  configurationPlanBody,
  configurationPlanView,
  configurationQuery,
  configurationUndoBody,
  maxDocumentBytes,
} from '../../contract/configuration/configuration-calls.ts';
import { configurationSchema } from '../../contract/configuration/configuration-schema.ts';
import type { SectionName } from '../../contract/configuration/sections.ts';
import { createImageWorkshop } from '../../platform/media/image-workshop.ts';
import { answerOnce } from '../api/call/answer-once.ts';
import { recordCallOf } from '../api/call/authenticate-call.ts';
import type { ManagementServices } from '../api/management-services.ts';
import { operationSchema } from '../api/resource/operation-schema.ts';
import { idOfPath } from '../api/resource/register-resource.ts';
import { dryRun, inTransaction } from '../records/change.ts';
import type { Workshops } from '../resources/creative/files/prepare-file.ts';
import { openConvertFile, openRequireFile } from './apply/raw-files.ts';
import { withDocumentErrors } from './document/document-errors.ts';
import { registerConfigurationFiles } from './file-routes.ts';
import { applyConfiguration, exportConfiguration, planConfiguration } from './run-configuration.ts';
import { undoConfiguration } from './undo-configuration.ts';

const tag = 'Configuration';
const read = 'configuration:read';
const write = 'configuration:write';
const anyDocument = z.record(z.string(), z.unknown());

/** Registers `/configuration`. Source: docs/decisions/0254-configuration-as-code.md. */
export function registerConfigurationRoutes(app: FastifyInstance, services: ManagementServices): void {
  registerReads(app, services);
  registerPlan(app, services);
  const images = createImageWorkshop(services.log);
  app.addHook('onClose', () => images.close());
  registerApply(app, services, { images });
  registerUndo(app, services);
  registerConfigurationFiles(app, services);
}

function registerReads(app: FastifyInstance, services: ManagementServices): void {
  app.get('/configuration', {
    config: { scope: read },
    schema: operationSchema({
      tag,
      operationId: 'getConfiguration',
      summary: 'Export the configuration as a document',
      description:
        'Contains all active objects with references by key, in a stable order. Passwords, secrets and counts are not part of it.',
      scope: read,
      querystring: configurationQuery,
      answers: 'reading',
      view: anyDocument.meta({ id: 'ConfigurationDocument' }),
    }),
    handler(request) {
      const { sections } = request.query as z.output<typeof configurationQuery>;
      const names = sections === undefined ? null : (sections.split(',') as SectionName[]);
      const asked = recordCallOf({ services, request });
      return inTransaction(services.database, (transaction) => exportConfiguration({ ...asked, transaction }, names));
    },
  });
  app.get('/configuration/schema', {
    config: { scope: read },
    schema: operationSchema({
      tag,
      operationId: 'getConfigurationSchema',
      summary: 'Retrieve the JSON Schema of configuration documents',
      scope: read,
      answers: 'reading',
      view: anyDocument.meta({ id: 'ConfigurationSchema' }),
    }),
    handler: async () => configurationSchema(),
  });
}

function registerPlan(app: FastifyInstance, services: ManagementServices): void {
  app.post('/configuration/plan', {
    config: { scope: read },
    bodyLimit: maxDocumentBytes,
    schema: operationSchema({
      tag,
      operationId: 'planConfiguration',
      summary: 'Compare a document with the configuration',
      description:
        'Returns the changes that an apply would make, and their effect on shares. All rules are checked, and nothing is stored. The caller needs the scopes of the changes.',
      scope: read,
      body: configurationPlanBody,
      answers: 'computed',
      view: configurationPlanView,
    }),
    handler(request) {
      const { document, prune, uploads } = request.body as ConfigurationPlanBody;
      const given = { document, prune, convertFile: openRequireFile(uploads) };
      return dryRun(recordCallOf({ services, request }), (change) =>
        withDocumentErrors(() => planConfiguration(change, given)),
      );
    },
  });
}

function registerApply(app: FastifyInstance, services: ManagementServices, workshops: Workshops): void {
  app.post('/configuration/apply', {
    config: { scope: write },
    bodyLimit: maxDocumentBytes,
    schema: operationSchema({
      tag,
      operationId: 'applyConfiguration',
      summary: 'Apply a document',
      description:
        'Makes all changes in one revision, or none of them. The caller needs the scopes of the changes. With four eyes, new approvals wait for another user.',
      scope: write,
      body: configurationApplyBody,
      answers: 'applied',
      view: configurationApplyView,
    }),
    handler(request, reply) {
      const { document, prune, uploads, expectedRevision = null, note = null } = request.body as ConfigurationApplyBody;
      const call = { services, request, reply };
      const asked = recordCallOf(call);
      const given = {
        document,
        prune,
        expectedRevision,
        note,
        convertFile: openConvertFile({ request, services, workshops, uploads }),
      };
      return answerOnce(call, async (transaction) => {
        const applied = withDocumentErrors(() => applyConfiguration({ ...asked, transaction }, given));
        return answerOf(await applied);
      });
    },
  });
}

function registerUndo(app: FastifyInstance, services: ManagementServices): void {
  app.get('/configuration/applies', {
    config: { scope: read },
    schema: operationSchema({
      tag,
      operationId: 'listConfigurationApplies',
      summary: 'List the latest 100 applies, newest first',
      scope: read,
      answers: 'list',
      view: configurationApplyView,
    }),
    async handler() {
      const rows = await services.database
        .selectFrom('configurationApply')
        .select(['id', 'at', 'actor', 'revision', 'note', 'created', 'updated', 'restored', 'archived', 'undoneBy'])
        .orderBy('id', 'desc')
        .limit(listedApplies)
        .execute();
      return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
    },
  });
  app.post('/configuration/applies/:id/undo', {
    config: { scope: write },
    schema: operationSchema({
      tag,
      operationId: 'undoConfigurationApply',
      summary: 'Undo an apply',
      description:
        'Archives the objects that it created and gives all other objects their previous content, in one revision. The undo is an apply, so it can be undone too.',
      scope: write,
      params: configurationApplyParams,
      body: configurationUndoBody,
      answers: 'applied',
      view: configurationApplyView,
    }),
    handler(request, reply) {
      const { force, note = null } = request.body as ConfigurationUndoBody;
      const call = { services, request, reply };
      const undo = { id: idOfPath(request.params), force, note };
      return answerOnce(call, async (transaction) =>
        answerOf(await undoConfiguration({ ...recordCallOf(call), transaction }, undo)),
      );
    },
  });
}

const listedApplies = 100;

function answerOf(apply: z.output<typeof configurationApplyView>) {
  const headers: Record<string, string> = apply.revision === null ? {} : { 'Placard-Revision': String(apply.revision) };
  return { status: 200, headers, body: JSON.stringify(apply) };
}
