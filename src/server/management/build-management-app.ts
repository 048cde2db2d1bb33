import { randomUUID } from 'node:crypto';
import helmet from '@fastify/helmet';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { maxManagementBodyBytes } from '../../core/words/limits.ts';
import { registerServiceAccountRoutes } from '../access/service-account/service-account.ts';
import { registerMeRoutes } from '../access/user/me-routes.ts';
import { registerUserRoutes } from '../access/user/user.ts';
import { registerAuditRoutes } from '../audit/audit-routes.ts';
import { registerBookingRoutes } from '../booking/booking.ts';
import { registerCampaignRoutes } from '../campaign/campaign.ts';
import { registerChangesRoutes } from '../changes/changes-routes.ts';
import { registerConversionRoutes } from '../conversion/conversion-routes.ts';
import { registerCreativeRoutes } from '../creative/creative.ts';
import { registerDebugKeyRoutes } from '../debug-key/debug-key-routes.ts';
import { registerDecisionRoutes } from '../decision/decision-routes.ts';
import { registerForesightRoutes } from '../foresight/foresight-routes.ts';
import { registerPositionPreview } from '../foresight/preview-position.ts';
import { registerFunnelRoutes } from '../funnel/funnel-routes.ts';
import { authenticateEveryCall } from '../http/authenticate-call.ts';
import { DatabasePulse } from '../http/database-answers.ts';
import { handleProblems, sendProblem } from '../http/handle-problems.ts';
import type { ManagementServices, RegisterRoutes } from '../http/management-services.ts';
import { problemFromError } from '../http/problem-from-error.ts';
import { registerIdentityProviderRoutes } from '../identity-provider/identity-provider.ts';
import { registerFormatRoutes } from '../inventory/format.ts';
import { registerLocationRoutes } from '../inventory/location.ts';
import { registerPositionRoutes } from '../inventory/position.ts';
import { registerPublicationRoutes } from '../inventory/publication.ts';
import { registerPublisherRoutes } from '../inventory/publisher.ts';
import { registerLoopRoutes } from '../loop/loop-routes.ts';
import { registerBrandRoutes } from '../media-partner/brand.ts';
import { registerMediaPartnerRoutes } from '../media-partner/media-partner.ts';
import { registerProductRoutes } from '../product/product-routes.ts';
import { registerReportRoutes } from '../report/report-routes.ts';
import { registerReportFiles } from '../report-schedule/report-file-route.ts';
import { registerReportScheduleRoutes } from '../report-schedule/report-schedule.ts';
import { registerRevisionRoutes } from '../revision/revision-routes.ts';
import { registerScreenRoutes } from '../screen/screen-routes.ts';
import { registerSearchRoutes } from '../search/search-routes.ts';
import { registerAttributeSync } from '../segment/attribute-sync.ts';
import { registerSegmentRoutes } from '../segment/segment-routes.ts';
import { registerSettingsRoutes } from '../settings/settings-routes.ts';
import { registerShareRoutes } from '../share/share-routes.ts';
import { registerSignInPages } from '../sign-in/sign-in-routes.ts';
import { registerHostsRoutes } from '../system/hosts-routes.ts';
import { registerUploadRoutes } from '../upload/upload-routes.ts';
import { registerUserMappingRoutes } from '../user-mapping/user-mapping-routes.ts';
import { serveWebInterface } from '../web-interface/serve-web-interface.ts';
import { registerWebhookRoutes } from '../webhook/webhook.ts';
import { answerWhileDatabaseHangs } from './answer-while-database-hangs.ts';
import { createListener, type ListenerTimeouts } from './create-listener.ts';
import { registerDeveloperPages } from './developer-pages.ts';
import { registerHealth } from './health.ts';
import { registerLimitsRoutes } from './limits.ts';
import { publishContract } from './openapi.ts';
import { refuseUnexpectedBodies } from './refuse-unexpected-bodies.ts';

/** Every noun of the management API. */
const nouns: readonly RegisterRoutes[] = [
  registerPublisherRoutes,
  registerPublicationRoutes,
  registerLocationRoutes,
  registerFormatRoutes,
  registerPositionRoutes,
  registerMediaPartnerRoutes,
  registerBrandRoutes,
  registerCampaignRoutes,
  registerBookingRoutes,
  registerShareRoutes,
  registerFunnelRoutes,
  registerLoopRoutes,
  registerScreenRoutes,
  registerForesightRoutes,
  registerPositionPreview,
  registerCreativeRoutes,
  registerUploadRoutes,
  registerUserRoutes,
  registerUserMappingRoutes,
  registerServiceAccountRoutes,
  registerIdentityProviderRoutes,
  registerSettingsRoutes,
  registerRevisionRoutes,
  registerChangesRoutes,
  registerReportRoutes,
  registerReportScheduleRoutes,
  registerSearchRoutes,
  registerDebugKeyRoutes,
  registerDecisionRoutes,
  registerAuditRoutes,
  registerWebhookRoutes,
  registerHostsRoutes,
  registerSegmentRoutes,
  registerProductRoutes,
  registerConversionRoutes,
  registerLimitsRoutes,
  registerMeRoutes,
];

/** Longer than any id or code in a path, so that a wrong one is named instead of not found. */
const maxParameterLength = 2_000;

/** The management listener without its socket: `app.inject` in tests, `listen` in `start-management.ts`. */
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
    // What still comes on an open connection while the server ends is answered as ever, and the connection closed.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      sendProblem(problemFromError(error), { request, reply, services });
    },
  });
  app.decorateRequest('caller', null);
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
    // Whether the listener stands behind TLS is the proxy's knowledge, and its header to send.
    strictTransportSecurity: false,
  });
  await publishContract(app, services.config.publicUrl);
  registerHealth(app, services);
  registerDeveloperPages(app, services.config);
  registerReportFiles(app, services);
  await serveWebInterface(app, services);
  await registerSignInPages(app, services);
  await registerAttributeSync(app, services);
  await app.register(
    async (api) => {
      api.addHook('onRequest', async (_request, reply) => {
        reply.header('Cache-Control', 'private, no-cache');
      });
      authenticateEveryCall(api, services);
      answerWhileDatabaseHangs(api, services, pulse);
      refuseUnexpectedBodies(api);
      for (const register of nouns) register(api, services);
    },
    { prefix: '/api/v1' },
  );
  return app;
}

/** JSON and merge patches; everything else is 415 unless a route (an upload) brings its own parser. */
function readJsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  const types = ['application/json', 'application/merge-patch+json'];
  app.addContentTypeParser(types, { parseAs: 'string' }, (request, text, done) => {
    // Clients say application/json on every call, also where there is nothing to send.
    if (text === '') done(null, undefined);
    // It answers through `done` and gives no promise.
    else void parse(request, text as string, done);
  });
}
