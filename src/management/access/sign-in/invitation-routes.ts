import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { nameSchema } from '../../../contract/common/common.ts';
import { maxPasswordLength } from '../../../core/vocabulary/limits/access-limits.ts';
import { maxNameLength } from '../../../core/vocabulary/limits/api-limits.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import {
  acceptInvitation,
  type FoundInvitation,
  findInvitation,
  type OpenInvitation,
} from '../invitation/accept-invitation.ts';
import { hashPassword } from '../user/password.ts';
import { pageLanguage } from './page-language.ts';
import { passwordFault } from './password-fault.ts';
import { refusalOf, replaceSession, type SessionExchange, whenNotOverrun } from './session-exchange.ts';
import { sendPage } from './sign-in-app.ts';
import { failurePage, invitationPage } from './sign-in-pages.ts';

const acceptForm = z.strictObject({
  /** The token of the link. */
  invitation: z.string().max(255),
  name: z.string().max(maxNameLength),
  password: z.string().max(maxPasswordLength),
});

/**
 * Adds the page of an invitation. Opening the link changes nothing, because mail servers open links to check them. A used,
 * expired, revoked or unknown token gets the same response.
 */
export function addInvitationPages(pages: FastifyInstance, services: ManagementServices): void {
  pages.get('/invitation', { schema: { hide: true } }, async (request, reply) => {
    const exchange = { request, reply, services };
    const { token } = request.query as Readonly<Record<string, unknown>>;
    const found = await findInvitation(request, services, typeof token === 'string' ? token : '');
    if (found.outcome !== 'open') return refuse(exchange, found);
    const { invitation } = found;
    const language = await pageLanguage(request, services, invitation.language);
    return sendPage(reply, 200, invitationPage({ ...invitation, token: String(token) }, language));
  });
  pages.post('/invitation', { schema: { hide: true, body: acceptForm } }, async (request, reply) => {
    const exchange = { request, reply, services };
    const { invitation: token, name, password } = request.body as z.output<typeof acceptForm>;
    const found = await findInvitation(request, services, token);
    if (found.outcome !== 'open') return refuse(exchange, found);
    const { invitation } = found;
    const language = await pageLanguage(request, services, invitation.language);
    const { email } = invitation;
    const given = nameSchema.safeParse(name.trim());
    const text = given.success
      ? await passwordFault(password, { name: given.data, email }, language.t)
      : language.t('signIn.error.noName');
    if (!given.success || text !== null) {
      const notice = { tone: 'bad', text: text ?? '' } as const;
      return sendPage(reply, 422, invitationPage({ ...invitation, name, token }, language, notice));
    }
    const passwordHash = await whenNotOverrun(() => hashPassword(password));
    const session = await acceptInvitation(request, services, invitation, { name: given.data, passwordHash });
    if (session === null) return refuse(exchange, { outcome: 'invalid' });
    await replaceSession(exchange, session);
    return reply.redirect('/', 303);
  });
}

async function refuse(
  { request, reply, services }: SessionExchange,
  found: Exclude<FoundInvitation, { readonly invitation: OpenInvitation }>,
) {
  const language = await pageLanguage(request, services);
  const { t } = language;
  const { status, text } =
    found.outcome === 'throttled'
      ? refusalOf(found, reply, t)
      : { status: 404, text: t('signIn.error.invalidInvitation') };
  return sendPage(reply, status, failurePage({ title: t('signIn.title.invalidInvitation'), detail: text }, language));
}
