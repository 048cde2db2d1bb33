import type { FastifyInstance } from 'fastify';
import { type LimitsView, limitsView } from '../../../contract/common/limits.ts';
import { accessTokenSeconds } from '../../../core/vocabulary/limits/access-limits.ts';
import {
  callWindowMs,
  defaultPageSize,
  idempotencyKeyTtlMs,
  maxBulkItems,
  maxManagementBodyBytes,
  maxPageSize,
} from '../../../core/vocabulary/limits/api-limits.ts';
import { maxTargetingDepth, maxTargetingLeaves } from '../../../core/vocabulary/limits/booking-limits.ts';
import { maxReportRows } from '../../../core/vocabulary/limits/report-limits.ts';
import { maxUploadBytes } from '../../../core/vocabulary/limits/upload-limits.ts';
import type { CallStanding } from '../call/call-limiter.ts';
import { operationSchema } from '../resource/operation-schema.ts';

/** Registers `GET /limits`: rate limits of the caller and size limits of requests. */
export function registerLimitsRoutes(app: FastifyInstance): void {
  app.get('/limits', {
    config: { scope: null },
    schema: operationSchema({
      tag: 'Access',
      operationId: 'getLimits',
      summary: 'Retrieve the limits of the API and the remaining calls of the caller',
      scope: null,
      answers: 'reading',
      view: limitsView,
    }),
    async handler(request) {
      if (request.callStanding === null) throw new Error('the call was not counted');
      return limitsOf(request.callStanding);
    },
  });
}

function limitsOf({ limit, remaining, resetSeconds }: CallStanding): LimitsView {
  return {
    calls: { limit, windowSeconds: callWindowMs / 1000, remaining, resetSeconds },
    page: { default: defaultPageSize, largest: maxPageSize },
    bodyBytes: maxManagementBodyBytes,
    uploadBytes: maxUploadBytes,
    bulkItems: maxBulkItems,
    idempotencyKeySeconds: idempotencyKeyTtlMs / 1000,
    accessTokenSeconds,
    reportRows: maxReportRows,
    targetingLeaves: maxTargetingLeaves,
    targetingDepth: maxTargetingDepth,
  };
}
