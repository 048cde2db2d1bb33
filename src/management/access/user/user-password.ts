import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { Role } from '../../../contract/access/scopes.ts';
import { type userBody, userPasswordBody, type userView } from '../../../contract/access/user.ts';
import { messageReference } from '../../../messages/message-reference.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { changeObject } from '../../api/resource/change-object.ts';
import { operationSchema } from '../../api/resource/operation-schema.ts';
import { idOfPath, idParams } from '../../api/resource/register-resource.ts';
import { archivedError } from '../../records/common-changes.ts';
import { DomainError, invalidField } from '../../records/domain-error.ts';
import type { Resource, WriteContext } from '../../records/resource.ts';
import { noInvitation } from '../invitation/invitation-token.ts';
import { hashClientSecret } from '../service-account/client-secret.ts';
import { endSessionsOf } from '../session/session.ts';
import { hashPassword, TooManyPasswords } from './password.ts';
import { weaknessOf } from './password-strength.ts';

type UserResource = Resource<'userAccount', typeof userBody, z.output<typeof userView>>;
type RequireWithinOwn = (write: WriteContext<'userAccount'>, role: Role) => void;

/** Registers `POST /users/{id}/password`: sets the password of a user. */
export function registerUserPassword(
  app: FastifyInstance,
  services: ManagementServices,
  resource: UserResource,
  requireWithinOwn: RequireWithinOwn,
): void {
  app.post('/users/:id/password', {
    config: { scope: 'users:write' },
    schema: operationSchema({
      tag: 'Access',
      operationId: 'setUserPassword',
      summary: 'Set the password of a user',
      description:
        'Ends all sessions of the user and revokes an open invitation. Users change their own password at `/account`. A password that is easy to guess, or that consists of the name or email address of the user, is refused (`weak_password`).',
      scope: 'users:write',
      params: idParams('user'),
      body: userPasswordBody,
      answers: 'acted',
      view: resource.view,
    }),
    async handler(request, reply) {
      const id = idOfPath(request.params);
      const { password } = request.body as z.output<typeof userPasswordBody>;
      await requireStrong(password, id, services);
      const passwordHash = await hashed(password);
      return changeObject({ services, request, reply }, resource, {
        id,
        action: 'set-password',
        version: 'optional',
        // The fingerprint stored to recognize repeated requests must not help to guess a password.
        answer: { fingerprint: hashClientSecret(services.secret, password) },
        async change(write) {
          if (write.current.archivedAt !== null) throw archivedError(resource, id);
          requireWithinOwn(write, write.current.role as Role);
          return { columns: { passwordHash, ...noInvitation }, after: () => endSessionsOf(write.transaction, id) };
        },
      });
    },
  });
}

async function requireStrong(password: string, userId: number, { database }: ManagementServices): Promise<void> {
  const user = await database
    .selectFrom('userAccount')
    .select(['userAccount.email', 'userAccount.name'])
    .where('userAccount.id', '=', userId)
    .executeTakeFirst();
  const weakness = user === undefined ? null : await weaknessOf(password, user);
  if (weakness !== null) throw invalidField('/password', 'weak_password', messageReference(weakness));
}

async function hashed(password: string): Promise<string> {
  try {
    return await hashPassword(password);
  } catch (cause) {
    if (cause instanceof TooManyPasswords) throw new DomainError('unavailable', { retryAfterSeconds: 5, cause });
    throw cause;
  }
}
