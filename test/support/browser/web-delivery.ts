import { waitUntil } from '../process/wait-until.ts';
import type { WebWorld } from './web-world.ts';

const ofAPage = {
  'Content-Type': 'application/json',
  'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
};

/** Returns the ads of the booked position. */
export async function askForAds({ placard, booked }: WebWorld): Promise<readonly { impressionCounter: string }[]> {
  const body = JSON.stringify({ slots: [{ slotname: booked.slotName }] });
  const answer = await fetch(`${placard.deliveryUrl}/json`, { method: 'POST', headers: ofAPage, body });
  return (await answer.json()) as { impressionCounter: string }[];
}

/** Shows the booked ad once and waits until it is in the reports. */
export async function countOneImpression(world: WebWorld): Promise<void> {
  const [ad] = await askForAds(world);
  const counted = await fetch(ad?.impressionCounter ?? '', { headers: ofAPage });
  if (!counted.ok) throw new Error(`The impression returned ${counted.status}`);
  await waitUntil('the impression to be counted', async () => {
    const { body } = await world.placard.call('GET', '/api/v1/reports?groupBy=campaign');
    return (body as { totals: { impressions: number } }).totals.impressions > 0;
  });
}
