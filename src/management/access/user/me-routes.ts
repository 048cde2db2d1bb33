import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { type MePatch, type MeView, mePatch, meView } from '../../../contract/access/me.ts';
import type { Role } from '../../../contract/access/scopes.ts';
import { defaultPageSize } from '../../../core/vocabulary/limits/api-limits.ts';
import type { Locale } from '../../../messages/locales.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { mailAddressOf } from '../../../platform/outgoing/mailer.ts';
import { callerOf } from '../../api/call/authenticate-call.ts';
import { changeHeader } from '../../api/call/session-call.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { operationSchema } from '../../api/resource/operation-schema.ts';
import { detailMessage } from '../../records/detail-message.ts';
import { DomainError } from '../../records/domain-error.ts';
import { readSettings } from '../../resources/settings/read-settings.ts';
import type { Caller } from '../caller.ts';

/**
 * Registers `GET /me` and `PATCH /me`. `GET /me` returns the caller, its scopes and its preferences. It needs no scope,
 * so that every caller can find out why a call is refused. `PATCH /me` changes the preferences of the calling user.
 */
export function registerMeRoutes(app: FastifyInstance, services: ManagementServices): void {
  app.get('/me', {
    config: { scope: null },
    schema: operationSchema({
      tag: 'Access',
      operationId: 'getMe',
      summary: 'Retrieve the caller',
      scope: null,
      answers: 'reading',
      view: meView,
    }),
    handler: (request) => describeCaller(request, services),
  });
  app.patch('/me', {
    config: { scope: null },
    schema: operationSchema({
      tag: 'Access',
      operationId: 'updateMe',
      summary: 'Update your own preferences',
      description: 'Returns 403 (`not_permitted`) for a service account, which has no preferences.',
      scope: null,
      body: mePatch,
      answers: 'updated',
      view: meView,
    }),
    async handler(request) {
      const { kind, id } = callerOf(request);
      if (kind !== 'user') throw new DomainError('not_permitted', { detail: detailMessage('noPreferences') });
      const { language } = request.body as MePatch;
      if (language === undefined) return describeCaller(request, services);
      await services.database
        .updateTable('userAccount')
        .set({ language, version: sql<number>`version + 1`, updatedAt: sql<Date>`clock_timestamp()` })
        .where('userAccount.id', '=', id)
        .execute();
      return describeCaller(request, services);
    },
  });
}

async function describeCaller(request: FastifyRequest, { database, config }: ManagementServices): Promise<MeView> {
  const caller = callerOf(request);
  const bySession = request.headers.authorization === undefined;
  const { kind, id, name, actor } = caller;
  const [person, mappings, settings] = await Promise.all([
    readPerson(database, caller),
    readNamedMappings(database, caller),
    readSettings(database),
  ]);
  return {
    kind,
    id,
    name,
    actor,
    ...person,
    scopes: [...caller.scopes].toSorted(),
    reach: caller.reach === 'everything' ? 'everything' : 'mapped',
    mappings,
    mappingCount: caller.reach === 'everything' ? 0 : caller.reach.length,
    signedInBy: bySession ? 'session' : 'token',
    changesNeed: bySession ? { header: changeHeader.name, value: changeHeader.value } : null,
    defaultLanguage: settings.defaultLanguage,
    account: {
      name: settings.accountName,
      currency: settings.currency,
      timeZone: settings.timeZone,
      needsSetup: !settings.setupCompleted && caller.scopes.has('settings:write') && (await isUnused(database)),
    },
    deliveryUrl: config.deliveryUrl,
    locationFacts: locationFactsOf(config.context),
    mailFrom: mailSender(config.mail?.from ?? null, settings.mailSenderName),
  };
}

function mailSender(from: string | null, name: string | null): string | null {
  return from === null || name === null ? from : `${name} <${mailAddressOf(from)}>`;
}

/** Returns the location facts that the server determines itself. */
function locationFactsOf({
  geoDatabase,
  countryHeader,
  regionHeader,
}: Pick<
  ManagementServices['config']['context'],
  'geoDatabase' | 'countryHeader' | 'regionHeader'
>): MeView['locationFacts'] {
  if (geoDatabase !== null) return ['country', 'region', 'city', 'postalCode'];
  return [
    ...(countryHeader === null ? [] : ['country' as const]),
    ...(regionHeader === null ? [] : ['region' as const]),
  ];
}

/** Returns whether the account has no inventory and no media partners. */
async function isUnused(database: Kysely<Database>): Promise<boolean> {
  const { used } = await database
    .selectNoFrom((eb) => [
      eb
        .or([
          eb.exists(eb.selectFrom('publisher').select('publisher.id')),
          eb.exists(eb.selectFrom('mediaPartner').select('mediaPartner.id')),
        ])
        .as('used'),
    ])
    .executeTakeFirstOrThrow();
  return used !== true;
}

async function readPerson(
  database: Kysely<Database>,
  caller: Caller,
): Promise<Pick<MeView, 'email' | 'role' | 'language'>> {
  if (caller.kind !== 'user') return { email: null, role: null, language: null };
  const { email, role, language } = await database
    .selectFrom('userAccount')
    .select(['userAccount.email', 'userAccount.role', 'userAccount.language'])
    .where('userAccount.id', '=', caller.id)
    .executeTakeFirstOrThrow();
  return { email, role: role as Role, language: language as Locale | null };
}

/** Returns the first mappings of an advertiser, with the names of companies and brands. */
async function readNamedMappings(database: Kysely<Database>, { reach }: Caller): Promise<MeView['mappings']> {
  if (reach === 'everything') return [];
  const { rows } = await sql<{
    advertiser: { id: number; name: string };
    brand: { id: number; name: string };
    invoice: { id: number; name: string } | null;
  }>`
    select
      json_build_object('id', advertiser.id, 'name', advertiser.name) as advertiser,
      json_build_object('id', brand.id, 'name', brand.name) as brand,
      case when invoice.id is null then null else json_build_object('id', invoice.id, 'name', invoice.name) end as invoice
    from jsonb_to_recordset(${JSON.stringify(reach)}::jsonb)
      as mapped("advertiserCompanyId" bigint, "brandId" bigint, "invoiceCompanyId" bigint)
    join media_partner advertiser on advertiser.id = mapped."advertiserCompanyId"
    join brand on brand.id = mapped."brandId"
    left join media_partner invoice on invoice.id = mapped."invoiceCompanyId"
    order by advertiser.name, brand.name, invoice.name nulls first, advertiser.id, brand.id, invoice.id
    limit ${defaultPageSize}
  `.execute(database);
  return rows;
}
