/*
 * Duplicates of campaigns, bookings and creatives.
 *
 * - `duplicate-routes.ts`: routes. `duplicate-campaign.ts`: a campaign with its bookings, in one transaction.
 * - `copy-booking.ts`: body of a duplicate. `read-archived.ts`: creatives and inventory that it leaves out.
 *
 * See docs/decisions/0253-duplicate.md.
 */

import type { FastifyInstance } from 'fastify';
import {
  type DuplicateBookingBody,
  type DuplicateCampaignBody,
  type DuplicateCreativeBody,
  duplicateBookingBody,
  duplicateCampaignBody,
  duplicateCreativeBody,
} from '../../../contract/booking/actions/duplicate.ts';
import { bookingView } from '../../../contract/booking/booking.ts';
import { campaignView } from '../../../contract/booking/campaign.ts';
import { fieldMessage } from '../../../contract/common/field-message.ts';
import { type CreativeBody, creativeView } from '../../../contract/creative/creative.ts';
import { openLatestPlan } from '../../../exchange/plan/latest-plan.ts';
import { callerOf, recordCallOf } from '../../api/call/authenticate-call.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { createObject, createObjectBy } from '../../api/resource/change-object.ts';
import { operationSchema } from '../../api/resource/operation-schema.ts';
import { idOfPath, idParams } from '../../api/resource/register-resource.ts';
import { requireObject } from '../../api/resource/require-object.ts';
import { invalidField } from '../../records/domain-error.ts';
import { parseBody } from '../../records/field-errors.ts';
import { presentRecord, writableOf } from '../../records/present-record.ts';
import type { Row, WriteContext } from '../../records/resource.ts';
import { bookingResource } from '../booking/booking.ts';
import { campaignResource } from '../campaign/campaign.ts';
import { creativeResource } from '../creative/creative-resource.ts';
import { newCreativeColumns } from '../creative/creative-rules.ts';
import { copyOfBooking, nameOfCopy } from './copy-booking.ts';
import { duplicateCampaign } from './duplicate-campaign.ts';
import { readArchivedParts } from './read-archived.ts';

/** Registers `POST /campaigns/{id}/duplicate`, `/bookings/{id}/duplicate` and `/creatives/{id}/duplicate`. */
export function registerDuplicateRoutes(app: FastifyInstance, services: ManagementServices): void {
  registerDuplicateCampaign(app, services);
  registerDuplicateBooking(app, services);
  registerDuplicateCreative(app, services);
}

function judgementContext({ nowMs = Date.now, config }: ManagementServices) {
  return { nowMs, readPlan: openLatestPlan(config.dataFolder) };
}

function registerDuplicateCampaign(app: FastifyInstance, services: ManagementServices): void {
  const moment = judgementContext(services);
  const resources = { campaigns: campaignResource(moment), bookings: bookingResource(moment) };
  app.post('/campaigns/:id/duplicate', {
    config: { scope: 'campaigns:write' },
    schema: operationSchema({
      tag: 'Campaigns',
      operationId: 'duplicateCampaign',
      summary: 'Duplicate a campaign with its bookings',
      description:
        'Creates a campaign with the terms of the original, and drafts of its bookings, in one revision. External IDs and the expiry of options and offers are not copied. Creatives are used by both campaigns, not copied. Archived creatives and inventory are left out. Bookings require the scope `bookings:write`.',
      scope: 'campaigns:write',
      params: idParams('campaign'),
      body: duplicateCampaignBody,
      answers: 'created',
      view: campaignView,
    }),
    async handler(request, reply) {
      const call = { services, request, reply };
      const body = request.body as DuplicateCampaignBody;
      const original = await requireObject(call, {
        table: 'campaign',
        id: idOfPath(request.params),
        noun: 'campaigns',
      });
      return createObjectBy(call, resources.campaigns, (transaction) =>
        duplicateCampaign({ ...recordCallOf(call), transaction }, resources, original, body),
      );
    },
  });
}

function registerDuplicateBooking(app: FastifyInstance, services: ManagementServices): void {
  const bookings = bookingResource(judgementContext(services));
  app.post('/bookings/:id/duplicate', {
    config: { scope: 'bookings:write' },
    schema: operationSchema({
      tag: 'Campaigns',
      operationId: 'duplicateBooking',
      summary: 'Duplicate a booking',
      description:
        'Creates a draft with the terms of the original, in the same or another campaign. The external ID is not copied. Archived creatives and inventory are left out.',
      scope: 'bookings:write',
      params: idParams('booking'),
      body: duplicateBookingBody,
      answers: 'created',
      view: bookingView,
    }),
    async handler(request, reply) {
      const { name, campaignId, startDate, parts } = request.body as DuplicateBookingBody;
      const call = { services, request, reply };
      const row = await requireObject(call, { table: 'booking', id: idOfPath(request.params), noun: 'bookings' });
      const view = await presentRecord(bookings, row, { database: services.database, caller: callerOf(request) });
      const document = copyOfBooking(view, {
        name: name ?? nameOfCopy(view.name),
        campaignId: campaignId ?? view.campaignId,
        parts,
        move: startDate ? { fromMs: row.startDate.getTime(), toMs: Date.parse(startDate) } : null,
        archived: await readArchivedParts(services.database, [view]),
      });
      return createObject(call, bookings, parseBody(bookings.body, document));
    },
  });
}

function registerDuplicateCreative(app: FastifyInstance, services: ManagementServices): void {
  const creatives = creativeResource(services.config);
  app.post('/creatives/:id/duplicate', {
    config: { scope: 'creatives:write' },
    schema: operationSchema({
      tag: 'Creatives',
      operationId: 'duplicateCreative',
      summary: 'Duplicate a creative',
      description:
        'Creates a creative with the delivered content and files of the original, for the same or another brand. It is reviewed like a new one, and is approved at once only if the original is approved. The external ID is not copied. Creatives of kind `product` belong to their booking and cannot be duplicated.',
      scope: 'creatives:write',
      params: idParams('creative'),
      body: duplicateCreativeBody,
      answers: 'created',
      view: creativeView,
    }),
    async handler(request, reply) {
      const { name, brandId } = request.body as DuplicateCreativeBody;
      const call = { services, request, reply };
      const row = await requireObject(call, { table: 'creative', id: idOfPath(request.params), noun: 'creatives' });
      if (row.kind === 'product') throw invalidField('/id', 'not_supported', fieldMessage('productCreative'));
      const view = await presentRecord(creatives, row, { database: services.database, caller: callerOf(request) });
      const document = { ...writableOf(creatives, view), externalId: null, name: name ?? nameOfCopy(view.name) };
      const body: CreativeBody = parseBody(creatives.body, { ...document, brandId: brandId ?? view.brandId });
      const duplicated = {
        ...creatives,
        columns: (valid: CreativeBody, write: WriteContext<'creative'>) => columnsOfDuplicate(row, valid, write),
      };
      return createObject(call, duplicated, body);
    },
  });
}

/**
 * Returns the columns of a duplicate. Automatic approval does not apply to content that is not approved: suspended,
 * rejected and archived creatives could otherwise be delivered again.
 */
async function columnsOfDuplicate(original: Row<'creative'>, body: CreativeBody, write: WriteContext<'creative'>) {
  const columns = await newCreativeColumns(body, write, original.assets, { video: original.video });
  const isApproved = original.state === 'approved' && original.archivedAt === null;
  return isApproved ? columns : { ...columns, state: 'pending_review' as const };
}
