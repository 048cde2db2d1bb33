import { randomUUID } from 'node:crypto';
import helmet from '@fastify/helmet';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { maxManagementBodyBytes } from '../../../core/words/limits.ts';
import { registerIdentityProviderRoutes } from '../../access/identity-provider/identity-provider.ts';
import { registerServiceAccountRoutes } from '../../access/service-account/service-account.ts';
import { registerSignInPages } from '../../access/sign-in/sign-in-routes.ts';
import { registerMeRoutes } from '../../access/user/me-routes.ts';
import { registerUserRoutes } from '../../access/user/user.ts';
import { registerUserMappingRoutes } from '../../access/user-mapping/user-mapping-routes.ts';
import { registerAuditRoutes } from '../../insight/audit/audit-routes.ts';
import { registerChangesRoutes } from '../../insight/changes/changes-routes.ts';
import { registerDebugKeyRoutes } from '../../insight/debug-key/debug-key-routes.ts';
import { registerDecisionRoutes } from '../../insight/explain/decision-routes.ts';
import { registerForesightRoutes } from '../../insight/forecast/foresight-routes.ts';
import { registerPositionPreview } from '../../insight/forecast/preview-position.ts';
import { registerFunnelRoutes } from '../../insight/funnel/funnel-routes.ts';
import { registerLoopRoutes } from '../../insight/loop/loop-routes.ts';
import { registerReportRoutes } from '../../insight/report/report-routes.ts';
import { registerRevisionRoutes } from '../../insight/revisions/revision-routes.ts';
import { registerScreenRoutes } from '../../insight/screen/screen-routes.ts';
import { registerSearchRoutes } from '../../insight/search/search-routes.ts';
import { registerShareRoutes } from '../../insight/share/share-routes.ts';
import { registerHostsRoutes } from '../../insight/system/hosts-routes.ts';
import { registerBookingRoutes } from '../../resources/booking/booking.ts';
import { registerCampaignRoutes } from '../../resources/campaign/campaign.ts';
import { registerConversionRoutes } from '../../resources/conversion/conversion-routes.ts';
import { registerCreativeRoutes } from '../../resources/creative/creative.ts';
import { registerFormatRoutes } from '../../resources/inventory/format.ts';
import { registerLocationRoutes } from '../../resources/inventory/location.ts';
import { registerPositionRoutes } from '../../resources/inventory/position.ts';
import { registerPublicationRoutes } from '../../resources/inventory/publication.ts';
import { registerPublisherRoutes } from '../../resources/inventory/publisher.ts';
import { registerBrandRoutes } from '../../resources/media-partner/brand.ts';
import { registerMediaPartnerRoutes } from '../../resources/media-partner/media-partner.ts';
import { registerProductRoutes } from '../../resources/product/product-routes.ts';
import { registerReportFiles } from '../../resources/report-schedule/report-file-route.ts';
import { registerReportScheduleRoutes } from '../../resources/report-schedule/report-schedule.ts';
import { registerAttributeSync } from '../../resources/segment/attribute-sync.ts';
import { registerSegmentRoutes } from '../../resources/segment/segment-routes.ts';
import { registerSettingsRoutes } from '../../resources/settings/settings-routes.ts';
import { registerUploadRoutes } from '../../resources/upload/upload-routes.ts';
import { registerWebhookRoutes } from '../../resources/webhook/webhook.ts';
import { authenticateEveryCall } from '../call/authenticate-call.ts';
import { DatabasePulse } from '../call/database-answers.ts';
import type { ManagementServices, RegisterRoutes } from '../management-services.ts';
import { handleProblems, sendProblem } from '../problem/handle-problems.ts';
import { problemFromError } from '../problem/problem-from-error.ts';
import { serveWebInterface } from '../web-interface/serve-web-interface.ts';
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
