import { type Role, type Scope, scopesOfRole } from '../../../src/contract/access/scopes.ts';
import type { Desk, WebWorld } from './web-world.ts';

/** Returns whether the contract grants a role the scope. */
export function may(role: Role, scope: Scope): boolean {
  return scopesOfRole[role].includes(scope);
}

/** Returns the links of the navigation. */
export function linksOf({ page }: Desk): Promise<readonly string[]> {
  return page.getByRole('navigation', { name: 'Main' }).getByRole('link').allTextContents();
}

/** Returns the actions that a page offers for its object. */
export function actionsOf({ page }: Desk): Promise<readonly string[]> {
  return page.locator('main').getByRole('button', { name: actionNames }).allTextContents();
}

const actionNames = /^(Edit|Submit|Approve|Reject|Pause|Resume|Cancel|Archive|More actions|Accept offer|Convert)/;

/** Checks that pages at these addresses report missing permissions. */
export async function expectClosed({ page }: Desk, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(new URL(path, page.url()).href);
    await page.getByRole('heading', { level: 1, name: 'Access denied' }).waitFor();
    await page.getByRole('link', { name: 'Go to the home page' }).waitFor();
  }
}

/** Submits a booking for the booked inventory as the user of this desk. Returns its ID. */
export async function submitABooking(
  { world, desk }: { readonly world: WebWorld; readonly desk: Desk },
  name: string,
): Promise<number> {
  const { campaignId, bookingId, creativeId } = world.booked;
  const { body } = await world.placard.call('GET', `/api/v1/bookings/${bookingId}`);
  const { positionIds } = body as { positionIds: readonly number[] };
  const made = await callFrom(desk, '/api/v1/bookings', {
    name,
    campaignId,
    positionIds,
    type: 'display',
    startDate: new Date(Date.now() + 86_400_000).toISOString(),
    creatives: [{ creativeId }],
  });
  await postBookingAction(desk, made.id, 'submit');
  return made.id;
}

/** Performs an action as the user of this desk. */
export async function postBookingAction(desk: Desk, bookingId: number, action: string): Promise<void> {
  await callFrom(desk, `/api/v1/bookings/${bookingId}/actions/${action}`);
}

/** Performs a call with the session of a desk, like the interface. */
export async function callFrom({ page }: Desk, path: string, body?: unknown): Promise<{ readonly id: number }> {
  const answer = await page.request.post(new URL(path, page.url()).href, {
    headers: { 'Placard-Session': '1', 'Sec-Fetch-Site': 'same-origin' },
    ...(body === undefined ? {} : { data: body }),
  });
  if (!answer.ok()) throw new Error(`${path} returned ${answer.status()}: ${await answer.text()}`);
  return (await answer.json()) as { id: number };
}
