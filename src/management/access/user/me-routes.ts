import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { type MeView, meView } from '../../../contract/access/me.ts';
import type { Role } from '../../../contract/access/scopes.ts';
import { defaultPageSize } from '../../../core/words/limits.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { callerOf } from '../../api/call/authenticate-call.ts';
import { changeHeader } from '../../api/call/session-call.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { operationSchema } from '../../api/resource/operation-schema.ts';
import type { Caller } from '../caller.ts';

/** `GET /me`: who is calling, and what they may do. It needs no scope, so that whoever is let in can find out why not further. */
export function registerMeRoutes(app: FastifyInstance, { database, config }: ManagementServices): void {
  app.get('/me', {
    config: { scope: null },
    schema: operationSchema({
      tag: 'Access',
      operationId: 'getMe',
      summary: 'Read who is calling, and what they may do',
      scope: null,
      answers: 'reading',
      view: meView,
    }),
    handler: async (request) => ({
      ...(await describeCaller(request, database)),
      deliveryUrl: config.deliveryUrl,
      mailFrom: config.mail?.from ?? null,
    }),
  });
}

async function describeCaller(
  request: FastifyRequest,
  database: Kysely<Database>,
): Promise<Omit<MeView, 'deliveryUrl' | 'mailFrom'>> {
  const caller = callerOf(request);
  const bySession = request.headers.authorization === undefined;
  const { kind, id, name, actor } = caller;
  const [person, mappings] = await Promise.all([readPerson(database, caller), readNamedMappings(database, caller)]);
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
  };
}

async function readPerson(database: Kysely<Database>, caller: Caller): Promise<Pick<MeView, 'email' | 'role'>> {
  if (caller.kind !== 'user') return { email: null, role: null };
  const { email, role } = await database
    .selectFrom('userAccount')
    .select(['userAccount.email', 'userAccount.role'])
    .where('userAccount.id', '=', caller.id)
    .executeTakeFirstOrThrow();
  return { email, role: role as Role };
}

/** The first combinations of who is mapped, with the names that a person knows them by. */
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
