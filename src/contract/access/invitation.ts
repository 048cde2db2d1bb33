import { z } from 'zod';
import { userBody, userView } from './user.ts';

const sendEmail = z.boolean().optional().meta({
  description: 'Whether the link is also sent by e-mail. Default: true. Ignored if no mail server is configured.',
  example: true,
});

/** Invites a new user. Source: docs/decisions/0187-invitations.md. */
export const inviteUserBody = z
  .strictObject({
    ...userBody.shape,
    name: userBody.shape.name.nullish().meta({
      description: 'Display name. Default: the e-mail address. The user can correct it when accepting.',
      example: 'Maya Peeters',
    }),
    sendEmail,
  })
  .meta({ id: 'InviteUserBody' });

/** Creates a link for a user who exists. */
export const userInvitationBody = z.strictObject({ sendEmail }).meta({ id: 'UserInvitationBody' });

/** Result of sending the link of an invitation by e-mail. */
export const invitationEmails = ['sent', 'failed', 'not_configured', 'not_requested'] as const;
/** One of `invitationEmails`. */
export type InvitationEmail = (typeof invitationEmails)[number];

/** A user with the link of the new invitation. Returned only by the call that creates it. */
export const invitedUserView = z
  .strictObject({
    ...userView.shape,
    invitationLink: z.string().meta({
      description:
        'Link with which the user sets a password. Returned only once, valid for 7 days and for one use. Omitted from responses to repeated requests.',
      example: 'https://ads.example/invitation?token=kq0W...',
    }),
    invitationEmail: z.enum(invitationEmails).meta({
      description:
        '`sent`: the mail server accepted the e-mail. `failed`: it did not; send the link yourself. `not_configured`: no mail server is configured. `not_requested`: `sendEmail` is false. Omitted from responses to repeated requests.',
      example: 'sent',
    }),
  })
  .meta({ id: 'InvitedUser' });
