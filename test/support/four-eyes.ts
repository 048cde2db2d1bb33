import { createUser, setUserPassword, updateSettings } from '../../src/client/generated/sdk.gen.ts';
import { orThrow } from '../../src/client/placard-problem.ts';
import type { RunningPlacard } from './running-placard.ts';

/** Approves an object, such as `creatives/7`; answers the revision with which that goes live. */
export type Approve = (path: string) => Promise<number>;

const email = 'reviewer@publisher.example';
const password = 'a password of this test';

/** From now on nobody's work is approved by its being theirs: a person who signs in approves it. */
export async function startFourEyes({ client, managementUrl }: RunningPlacard): Promise<Approve> {
  const { data: user } = await orThrow(createUser({ client, body: { name: 'Reviewer', email, role: 'reviewer' } }));
  await orThrow(setUserPassword({ client, path: { id: user.id }, body: { password } }));
  await orThrow(updateSettings({ client, body: { fourEyes: true }, headers: { 'If-Match': '*' } }));
  const own = { 'Sec-Fetch-Site': 'same-origin' };
  const signedIn = await fetch(`${managementUrl}/sign-in`, {
    method: 'POST',
    redirect: 'manual',
    headers: own,
    body: new URLSearchParams({ email, password }),
  });
  const cookie = signedIn.headers.getSetCookie().map((one) => one.split(';')[0]);
  return async (path) => {
    const answer = await fetch(`${managementUrl}/api/v1/${path}/actions/approve`, {
      method: 'POST',
      headers: { ...own, Cookie: cookie.join('; '), 'Placard-Session': '1' },
    });
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`);
    return Number(answer.headers.get('placard-revision'));
  };
}
