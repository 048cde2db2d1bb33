/*
 * The management listener.
 *
 * - `build-management-app.ts`: the Fastify application. `start-management.ts`: its socket. `api-routes.ts`: all routes
 *   (generated).
 * - `openapi.ts` and `describe-*.ts`: the published contract. `developer-pages.ts`: its documentation.
 * - `health.ts`, `limits.ts`: `GET /health` and `GET /limits`.
 * - `refuse-*.ts`, `answer-while-database-hangs.ts`, `create-listener.ts`: strict HTTP, timeouts.
 */

import { randomUUID } from 'node:crypto';
import helmet from '@fastify/helmet';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { maxManagementBodyBytes } from '../../../core/vocabulary/limits/api-limits.ts';
import { publishProtectedResources } from '../../access/assistant/protected-resources.ts';
import { registerClientRegistration } from '../../access/assistant/register-client.ts';
import { registerSignInPages } from '../../access/sign-in/sign-in-routes.ts';
import { registerSellerAgent } from '../../agents/adcp/adcp-routes.ts';
import { serveAuthorizationFiles } from '../../agents/authorization/serve-authorization-files.ts';
import { registerTeamServer } from '../../agents/team/team-routes.ts';
import { registerReportFiles } from '../../resources/report-schedule/report-file-route.ts';
import { registerAttributeSync } from '../../resources/segment/attribute-sync.ts';
import { brandDocument } from '../../resources/settings/branding/brand-document.ts';
import { serveBranding } from '../../resources/settings/branding/serve-branding.ts';
import { authenticateEveryCall } from '../call/authenticate-call.ts';
import { DatabasePulse } from '../call/database-answers.ts';
import { serveGuide } from '../docs/guide-routes.ts';
import type { ManagementServices } from '../management-services.ts';
import { handleProblems, sendProblem } from '../problem/handle-problems.ts';
import { problemFromError } from '../problem/problem-from-error.ts';
import { serveWebInterface } from '../web-interface/serve-web-interface.ts';
import { answerWhileDatabaseHangs } from './answer-while-database-hangs.ts';
import { apiRoutes } from './api-routes.ts';
import { createListener, type ListenerTimeouts } from './create-listener.ts';
import { registerDeveloperPages } from './developer-pages.ts';
import { registerHealth } from './health.ts';
import { publishContract } from './openapi.ts';
import { refuseUnexpectedBodies } from './refuse-unexpected-bodies.ts';

/** Longer than any ID or code in a path, so that an invalid one is reported as such and not as not found. */
const maxParameterLength = 2_000;

/** Builds the management listener without its socket: `app.inject` in tests, `listen` in `start-management.ts`. */
export async function buildManagementApp(
  given: ManagementServices,
  timeouts?: ListenerTimeouts,
): Promise<FastifyInstance> {
  const pulse = new DatabasePulse();
  const services = { ...given, database: given.database.withPlugin(pulse) };
  const app: FastifyInstance = Fastify({
    loggerInstance: services.log.child({}, { level: 'silent' }) as FastifyBaseLogger,
    serverFactory: (handler) => createListener(services, handler, timeouts),
    bodyLimit: maxManagementBodyBytes,
    routerOptions: { maxParamLength: maxParameterLength },
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    // While the server shuts down, requests on open connections are answered normally and the connection is closed.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      sendProblem(problemFromError(error), { request, reply, services });
    },
  });
  app.decorateRequest('caller', null);
  app.decorateRequest('assistant', null);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('Request-Id', request.id);
  });
  handleProblems(app, services);
  readJsonOnly(app);
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    // The proxy that terminates TLS sends this header.
    strictTransportSecurity: false,
  });
  await publishContract(app, services.config.publicUrl);
  registerHealth(app, services);
  registerDeveloperPages(app, services.config);
  registerReportFiles(app, services);
  await serveGuide(app);
  serveBranding(app, services);
  serveAuthorizationFiles(app, services);
  await serveWebInterface(app, services, (page) => brandDocument(page, services.database));
  await registerSignInPages(app, services);
  await registerAttributeSync(app, services);
  await registerSellerAgent(app, services);
  await registerTeamServer(app, services);
  await registerClientRegistration(app, services);
  publishProtectedResources(app, services.config);
  await app.register(
    async (api) => {
      api.addHook('onRequest', async (_request, reply) => {
        reply.header('Cache-Control', 'private, no-cache');
      });
      authenticateEveryCall(api, services);
      answerWhileDatabaseHangs(api, services, pulse);
      refuseUnexpectedBodies(api);
      for (const register of apiRoutes) register(api, services);
    },
    { prefix: '/api/v1' },
  );
  return app;
}

/**
 * Parses JSON and merge patches. Other types are refused with 415 unless a route (an upload) registers its own parser.
 */
function readJsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  const types = ['application/json', 'application/merge-patch+json'];
  app.addContentTypeParser(types, { parseAs: 'string' }, (request, text, done) => {
    // Clients send application/json with every call, also without a body.
    if (text === '') done(null, undefined);
    // The parser responds through `done` and returns no promise.
    else void parse(request, text as string, done);
  });
}
