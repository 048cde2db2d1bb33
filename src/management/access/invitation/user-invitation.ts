/*
 * Invitations: links with which users set their first password, or a new one.
 *
 * - `user-invitation.ts`: the operations of the API. `invitation-token.ts`: the token of a link and its stored form.
 *   `invitation-mail.ts`: the e-mail with the link.
 * - `accept-invitation.ts`: checks a token, sets the password and signs the user in. Its page is
 *   `../sign-in/invitation-routes.ts`.
 *
 * Source: docs/decisions/0187-invitations.md.
 */

import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { invitedUserView, inviteUserBody, userInvitationBody } from '../../../contract/access/invitation.ts';
import type { Role } from '../../../contract/access/scopes.ts';
import type { userBody, userView } from '../../../contract/access/user.ts';
import type { KeyedAnswer } from '../../api/call/answer-once.ts';
import { callerOf } from '../../api/call/authenticate-call.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { changeObject, createObject } from '../../api/resource/change-object.ts';
import { operationSchema } from '../../api/resource/operation-schema.ts';
import { idOfPath, idParams } from '../../api/resource/register-resource.ts';
import { archivedError } from '../../records/common-changes.ts';
import type { Resource, WriteContext } from '../../records/resource.ts';
import { mailInvitation } from './invitation-mail.ts';
import { type NewInvitation, newInvitation, noInvitation } from './invitation-token.ts';

type UserResource = Resource<'userAccount', typeof userBody, z.output<typeof userView>>;
type RequireWithinOwn = (write: WriteContext<'userAccount'>, role: Role) => void;

const tag = 'Access';
const scope = 'users:write';
const pathOfOne = '/users/:id/invitation';

/** Registers `POST /users/actions/invite` and `/users/{id}/invitation`. */
export function registerUserInvitation(
  app: FastifyInstance,
  services: ManagementServices,
  resource: UserResource,
  requireWithinOwn: RequireWithinOwn,
): void {
  registerInvite(app, services, resource);
  registerNewLink(app, services, resource, requireWithinOwn);
  registerRevoke(app, services, resource, requireWithinOwn);
}

function registerInvite(app: FastifyInstance, services: ManagementServices, resource: UserResource): void {
  app.post('/users/actions/invite', {
    config: { scope },
    schema: operationSchema({
      tag,
      operationId: 'inviteUser',
      summary: 'Invite a user',
      description:
        'Creates a user without a password, and a link with which the user sets one. The link is sent by e-mail if a mail server is configured, and is part of the response once.',
      scope,
      body: inviteUserBody,
      answers: 'posted',
      view: invitedUserView,
    }),
    handler(request, reply) {
      const { sendEmail = true, name, ...fields } = request.body as z.output<typeof inviteUserBody>;
      const invitation = newInvitation(services.secret, nowOf(services));
      const inviting: UserResource = {
        ...resource,
        async columns(body, write) {
          return { ...(await resource.columns(body, write)), ...invitation.columns };
        },
        async afterWrite({ id, email, role }, _body, { also }) {
          also.push({ action: 'invite', kind: 'users', before: null, view: { id, email, role } });
        },
      };
      const shown = withLink({ services, inviter: callerOf(request).name, invitation, sendEmail });
      return createObject({ services, request, reply }, inviting, { ...fields, name: name ?? fields.email }, { shown });
    },
  });
}

const registerNewLink: typeof registerUserInvitation = (app, services, resource, requireWithinOwn) => {
  app.post(pathOfOne, {
    config: { scope },
    schema: operationSchema({
      tag,
      operationId: 'createUserInvitation',
      summary: 'Create a link to set a password',
      description:
        'Replaces the link of an open invitation. For a user with a password the link sets a new one; the current password remains valid until then.',
      scope,
      params: idParams('user'),
      body: userInvitationBody,
      answers: 'acted',
      view: invitedUserView,
    }),
    handler(request, reply) {
      const id = idOfPath(request.params);
      const { sendEmail = true } = request.body as z.output<typeof userInvitationBody>;
      const invitation = newInvitation(services.secret, nowOf(services));
      return changeObject({ services, request, reply }, resource, {
        id,
        action: 'create-invitation-link',
        version: 'optional',
        answer: { shown: withLink({ services, inviter: callerOf(request).name, invitation, sendEmail }) },
        async change(write) {
          if (write.current.archivedAt !== null) throw archivedError(resource, id);
          requireWithinOwn(write, write.current.role as Role);
          return { columns: invitation.columns };
        },
      });
    },
  });
};

const registerRevoke: typeof registerUserInvitation = (app, services, resource, requireWithinOwn) => {
  app.delete(pathOfOne, {
    config: { scope },
    schema: operationSchema({
      tag,
      operationId: 'revokeUserInvitation',
      summary: 'Revoke an invitation',
      description: 'The link is no longer valid. The user remains. Changes nothing if the user has no open invitation.',
      scope,
      params: idParams('user'),
      answers: 'parted',
      view: resource.view,
    }),
    handler(request, reply) {
      return changeObject({ services, request, reply }, resource, {
        id: idOfPath(request.params),
        action: 'revoke-invitation',
        version: 'optional',
        async change(write) {
          if (write.current.invitationKey === null) return null;
          requireWithinOwn(write, write.current.role as Role);
          return { columns: noInvitation };
        },
      });
    },
  });
};

type Link = {
  readonly services: ManagementServices;
  readonly inviter: string;
  readonly invitation: NewInvitation;
  readonly sendEmail: boolean;
};

/** Sends the committed invitation by e-mail and adds its link to the response. */
function withLink({ services, inviter, invitation, sendEmail }: Link): (answer: KeyedAnswer) => Promise<KeyedAnswer> {
  return async (answer) => {
    const user = JSON.parse(answer.body) as z.output<typeof userView>;
    const invitationLink = `${services.config.publicUrl}/invitation?token=${invitation.token}`;
    const { invitationExpiresAt: expiresAt } = invitation.columns;
    const invitationEmail = sendEmail
      ? await mailInvitation(services, { inviter, user, link: invitationLink, expiresAt })
      : 'not_requested';
    return { ...answer, body: JSON.stringify({ ...user, invitationLink, invitationEmail }) };
  };
}

function nowOf({ nowMs }: ManagementServices): number {
  return nowMs?.() ?? Date.now();
}
