import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { type SettingsBody, type SettingsView, settingsBody, settingsView } from '../../../contract/access/settings.ts';
import { fieldMessage } from '../../../contract/common/field-message.ts';
import { settingsType } from '../../../contract/resource-types/settings.ts';
import type { Locale } from '../../../messages/locales.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { patchObject } from '../../api/resource/change-object.ts';
import { operationSchema } from '../../api/resource/operation-schema.ts';
import { patchSchema } from '../../api/resource/patch-schema.ts';
import { sendObject } from '../../api/resource/register-resource.ts';
import { invalidField } from '../../records/domain-error.ts';
import { requireReferences } from '../../records/require-references.ts';
import { commonFields, type Resource, type WriteContext } from '../../records/resource.ts';
import { registerBrandingFiles } from './branding/branding-files.ts';
import { brandingPathOf } from './branding/read-branding.ts';

/** ID of the only row of settings. */
const id = 1;

export const settingsResource: Resource<'deploymentSettings', typeof settingsBody, SettingsView> = {
  ...settingsType,
  table: 'deploymentSettings',
  body: settingsBody,
  view: settingsView,
  present: (rows) =>
    rows.map((row) => ({
      ...commonFields(row),
      fourEyes: row.fourEyes,
      autoApprovedMediaPartnerIds: row.autoApprovedMediaPartnerIds,
      extraCategories: row.extraCategories,
      trackerDomains: row.trackerDomains,
      resizeBundleImages: row.resizeBundleImages,
      discrepancyThresholdPercent: row.discrepancyThresholdPercent,
      attributionClickDays: row.attributionClickDays,
      attributionViewDays: row.attributionViewDays,
      defaultLanguage: row.defaultLanguage as Locale,
      accountName: row.accountName,
      currency: row.currency,
      timeZone: row.timeZone,
      setupCompleted: row.setupCompleted,
      accentColor: row.accentColor,
      mailSenderName: row.mailSenderName,
      sellerDomain: row.sellerDomain,
      sellerContactEmail: row.sellerContactEmail,
      sellerContactAddress: row.sellerContactAddress,
      logoPath: brandingPathOf(row.logoFile),
      signInImagePath: brandingPathOf(row.signInImageFile),
    })),
  async columns(body, write) {
    await requireReferences(write, {
      table: 'mediaPartner',
      noun: 'media-partners',
      pointer: '/autoApprovedMediaPartnerIds',
      ids: body.autoApprovedMediaPartnerIds,
      known: write.current?.autoApprovedMediaPartnerIds ?? [],
    });
    await keepUsedCategories(body, write);
    return { name: 'settings', ...body };
  },
};

/** Registers `/settings`: a single object that always exists. Source: docs/decisions/0054-settings.md. */
export function registerSettingsRoutes(app: FastifyInstance, services: ManagementServices): void {
  const { readScope, writeScope, tag } = settingsResource;
  app.get('/settings', {
    config: { scope: readScope },
    schema: operationSchema({
      tag,
      operationId: 'getSettings',
      summary: 'Retrieve the settings of the deployment',
      scope: readScope,
      answers: 'object',
      view: settingsView,
    }),
    handler: (request, reply) => sendObject({ services, request, reply }, settingsResource, id),
  });
  app.patch('/settings', {
    config: { scope: writeScope },
    schema: operationSchema({
      tag,
      operationId: 'updateSettings',
      summary: 'Update the settings of the deployment',
      description: 'A change applies from the next call. Submissions that are already in review stay in review.',
      scope: writeScope,
      body: patchSchema(settingsBody),
      answers: 'changed',
      view: settingsView,
    }),
    handler: (request, reply) =>
      patchObject({ services, request, reply }, settingsResource, {
        id,
        patch: request.body as Record<string, unknown>,
      }),
  });
  registerBrandingFiles(app, services, settingsResource);
}

/** Refuses to remove a category that a publication uses. */
async function keepUsedCategories(
  { extraCategories }: SettingsBody,
  { transaction, current }: WriteContext<'deploymentSettings'>,
): Promise<void> {
  const gone = (current?.extraCategories ?? []).filter((category) => !extraCategories.includes(category));
  if (gone.length === 0) return;
  const used = await transaction
    .selectFrom('publication')
    .select(['publication.id', 'publication.category'])
    .where(sql<boolean>`publication.category = any(${gone}::text[])`)
    .where('publication.archivedAt', 'is', null)
    .orderBy('publication.id')
    .executeTakeFirst();
  if (used === undefined) return;
  throw invalidField(
    '/extraCategories',
    'category_in_use',
    fieldMessage('categoryInUse', { category: used.category, id: used.id }),
  );
}
