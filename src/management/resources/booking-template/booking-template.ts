import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import {
  type BookingSettings,
  type BookingSettingsBody,
  bookingTemplateBody,
  bookingTemplateView,
} from '../../../contract/booking/booking-template.ts';
import { fieldMessage } from '../../../contract/common/field-message.ts';
import { bookingTemplateType } from '../../../contract/resource-types/booking-template.ts';
import { maxBookingTemplates } from '../../../core/vocabulary/limits/booking-limits.ts';
import { readActorNames } from '../../access/actor-names.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { booleanFilter, textFilter } from '../../api/resource/list-filters.ts';
import { registerOwnedResource } from '../../api/resource/register-owned.ts';
import { detailMessage } from '../../records/detail-message.ts';
import { invalidField } from '../../records/domain-error.ts';
import { mayChangeOwned, requireMayChange, requireOwnerQuota } from '../../records/owner-rules.ts';
import { requireReferences } from '../../records/require-references.ts';
import { commonFields, type Resource, type WriteContext } from '../../records/resource.ts';
import { presentDelivery, presentLoop, storedCaps, storedDelivery, storedLoop } from '../booking/delivery-columns.ts';
import { requireRegions } from '../booking/region-rules.ts';
import { readUnavailable, templateReferences } from './template-references.ts';

type Write = WriteContext<'bookingTemplate'>;

/**
 * Registers `/booking-templates`. A private template is visible only to its owner, a shared one to callers with access
 * to all data, because it contains prices and names inventory. Source: docs/decisions/0191-booking-templates.md.
 */
export function registerBookingTemplateRoutes(app: FastifyInstance, services: ManagementServices): void {
  registerOwnedResource(app, services, resource, {
    sharedWith: 'fullReach',
    listSummary: 'List booking templates of the caller, and shared ones',
  });
}

const resource: Resource<'bookingTemplate', typeof bookingTemplateBody, z.output<typeof bookingTemplateView>> = {
  ...bookingTemplateType,
  table: 'bookingTemplate',
  body: bookingTemplateBody,
  view: bookingTemplateView,
  async present(rows, database, caller) {
    const [names, unavailable] = await Promise.all([
      readActorNames(
        database,
        rows.map(({ owner }) => owner),
      ),
      readUnavailable(
        database,
        rows.map(({ settings }) => settings),
        caller.reach,
      ),
    ]);
    return rows.map((row) => ({
      ...commonFields(row),
      description: row.description,
      shared: row.shared,
      durationSeconds: row.durationSeconds,
      settings: row.settings,
      unavailableReferences: unavailable(row.settings),
      owner: row.owner,
      ownerName: names.get(row.owner) ?? null,
      editable: mayChangeOwned(row, caller),
    }));
  },
  async columns(body, write) {
    if (write.current === null) {
      const detail = detailMessage('maxBookingTemplates', { count: maxBookingTemplates });
      await requireOwnerQuota(write, 'bookingTemplate', { most: maxBookingTemplates, detail });
    }
    requireOwner(write);
    // A limited caller would show the name of the template to other companies.
    if (body.shared && write.caller.reach !== 'everything') {
      throw invalidField('/shared', 'not_permitted', fieldMessage('fullReachOnly'));
    }
    const settings = storedSettings(body.settings);
    for (const { ids, field, ...reference } of templateReferences) {
      const known = write.current === null ? [] : ids(write.current.settings);
      await requireReferences(write, { ...reference, pointer: `/settings/${field}`, ids: ids(settings), known });
    }
    await requireRegions(settings.targeting, '/settings/targeting');
    return {
      name: body.name,
      externalId: body.externalId ?? null,
      description: body.description ?? null,
      owner: write.current?.owner ?? write.caller.actor,
      shared: body.shared,
      durationSeconds: body.durationSeconds ?? null,
      settings: JSON.stringify(settings),
    };
  },
  archivedColumns(write) {
    requireOwner(write);
    return {};
  },
  unarchivedColumns(write) {
    requireOwner(write);
    return {};
  },
  requiredActive: () => [],
  dependents: [{ kind: 'product-packages', table: 'productPackage', column: 'bookingTemplateId' }],
  filters: {
    shared: booleanFilter('bookingTemplate.shared', 'Whether the template is shared'),
    externalId: textFilter('bookingTemplate.externalId', 'External id'),
  },
  searchColumns: ['name', 'description'],
  computedFields: ['ownerName', 'editable', 'unavailableReferences'],
};

function requireOwner({ current, caller }: Write): void {
  requireMayChange(current, caller, detailMessage('bookingTemplateOwner'));
}

/** Returns valid settings in the form of a stored booking, with null for missing values. */
function storedSettings(body: BookingSettingsBody): BookingSettings {
  const { targeting, loop, sponsored, pricing, delivery, caps } = body;
  return {
    ...body,
    targeting: targeting ?? null,
    delivery: presentDelivery(storedDelivery(delivery)),
    caps: storedCaps(caps),
    loop: presentLoop(storedLoop({ loop })),
    sponsored: sponsored ?? null,
    pricing: pricing ?? null,
  };
}
