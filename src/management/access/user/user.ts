/*
 * Users: people who sign in.
 *
 * - `user.ts`: the resource. `user-password.ts`, `password.ts`, `password-strength.ts`, `replace-password.ts`:
 *   passwords.
 * - `user-identity.ts`, `store-identities.ts`, `federated-user.ts`: identities of providers.
 * - `../invitation`: invitations, and links to set a new password.
 * - `user-caller.ts`, `mappings-since.ts`: a user as a caller, with the companies that the user is mapped to.
 * - `me-routes.ts`: `GET /me`.
 */

import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { z } from 'zod';
import { type Role, roles, scopesOfRole } from '../../../contract/access/scopes.ts';
import { userBody, userView } from '../../../contract/access/user.ts';
import { userType } from '../../../contract/resource-types/user.ts';
import type { Locale } from '../../../messages/locales.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { choiceFilter, textFilter } from '../../api/resource/list-filters.ts';
import { registerResource } from '../../api/resource/register-resource.ts';
import { detailMessage } from '../../records/detail-message.ts';
import { DomainError } from '../../records/domain-error.ts';
import { commonFields, type Resource, type WriteContext } from '../../records/resource.ts';
import { endConnectionsOf } from '../assistant/assistant-connections.ts';
import { noInvitation } from '../invitation/invitation-token.ts';
import { registerUserInvitation } from '../invitation/user-invitation.ts';
import { endSessionsOf } from '../session/session.ts';
import { mappingsSince } from './mappings-since.ts';
import { isRole } from './user-caller.ts';
import { registerUserIdentity } from './user-identity.ts';
import { registerUserPassword } from './user-password.ts';

export const userAccountResource: Resource<'userAccount', typeof userBody, z.output<typeof userView>> = {
  ...userType,
  table: 'userAccount',
  body: userBody,
  view: userView,
  present: (rows) =>
    rows.map((row) => ({
      ...commonFields(row),
      email: row.email,
      role: row.role as Role,
      language: row.language as Locale | null,
      hasPassword: row.passwordHash !== null,
      invitation: row.invitationExpiresAt === null ? null : { expiresAt: row.invitationExpiresAt.toISOString() },
    })),
  async columns(body, write) {
    requireWithinOwn(write, body.role);
    if (body.role !== 'admin') await requireAnotherAdministrator(write);
    return {
      name: body.name,
      externalId: body.externalId ?? null,
      email: body.email,
      role: body.role,
      language: body.language ?? null,
      mappingsSince: await mappingsSinceOf(write, body.email),
      // The link was sent to the previous address.
      ...(isSameEmail(write, body.email) ? {} : noInvitation),
    };
  },
  async archivedColumns(write) {
    requireWithinOwn(write, write.current.role as Role);
    await requireAnotherAdministrator(write);
    return noInvitation;
  },
  async afterArchive(id, { transaction }) {
    await endSessionsOf(transaction, id);
    await endConnectionsOf(transaction, id);
  },
  requiredActive: () => [],
  unarchivedColumns(write) {
    requireWithinOwn(write, write.current.role as Role);
    return {};
  },
  filters: {
    email: textFilter('userAccount.email', 'Email address, exact match'),
    role: choiceFilter('userAccount.role', roles, 'Role'),
    externalId: textFilter('userAccount.externalId', 'ID in your own system'),
  },
  searchColumns: ['name', 'email'],
  sortColumns: ['email', 'role'],
};

/** Registers `/users`: users who sign in. */
export function registerUserRoutes(app: FastifyInstance, services: ManagementServices): void {
  registerResource(app, services, userAccountResource);
  registerUserPassword(app, services, userAccountResource, requireWithinOwn);
  registerUserIdentity(app, services, userAccountResource, requireWithinOwn);
  registerUserInvitation(app, services, userAccountResource, requireWithinOwn);
}

/** Refuses to create or change a user with more scopes than the caller. */
function requireWithinOwn({ caller, current }: WriteContext<'userAccount'>, role: Role): void {
  const before = current !== null && isRole(current.role) ? scopesOfRole[current.role] : [];
  const beyond = [...scopesOfRole[role], ...before].filter((scope) => !caller.scopes.has(scope));
  if (beyond.length === 0) return;
  throw new DomainError('not_permitted', {
    detail: detailMessage('callerLacks', { scopes: [...new Set(beyond)].join(', ') }),
  });
}

function isSameEmail({ current }: Pick<WriteContext<'userAccount'>, 'current'>, email: string): boolean {
  return current?.email.toLowerCase() === email.toLowerCase();
}

/** Mappings of a new address apply if the caller may write mappings. */
function mappingsSinceOf({ caller, current, transaction }: WriteContext<'userAccount'>, email: string) {
  if (current !== null && isSameEmail({ current }, email)) return current.mappingsSince;
  return mappingsSince(transaction, caller.scopes.has('user-mapping:write'));
}

/** Refuses to remove the last administrator, because no other user could create one. */
async function requireAnotherAdministrator({ current, transaction }: WriteContext<'userAccount'>): Promise<void> {
  if (current === null || current.role !== 'admin') return;
  // Serializes two administrators who demote each other concurrently: the second is then the last one.
  await sql`select pg_advisory_xact_lock(hashtextextended('administrators', 0))`.execute(transaction);
  const another = await transaction
    .selectFrom('userAccount')
    .select('id')
    .where('role', '=', 'admin')
    .where('archivedAt', 'is', null)
    .where('id', '<>', current.id)
    .limit(1)
    .executeTakeFirst();
  if (another !== undefined) return;
  throw new DomainError('not_permitted', {
    detail: detailMessage('lastAdministrator', { email: current.email }),
  });
}
