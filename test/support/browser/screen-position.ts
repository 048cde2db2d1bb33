import { createByApi, readByApi } from '../fixtures/call-placard.ts';
import type { WebWorld } from './web-world.ts';

/** Loop of the screens: a minute of plays of ten seconds, without opening hours. */
const minuteLoop = { loopSeconds: 60, slotSeconds: 10, openingHours: [] } as const;

export type ScreenPosition = { readonly id: number; readonly slotName: string; readonly locationId: number };

/** Creates a screen and its position, in the format of the booked creative. */
export async function makeScreenPosition(
  { placard, booked }: WebWorld,
  location: { readonly code: string; readonly name?: string },
): Promise<ScreenPosition> {
  const creative = await readByApi<{ formatId: number }>(placard, `/creatives/${booked.creativeId}`);
  const fields = { publicationId: 1, kind: 'screen', screen: minuteLoop, ...location };
  const { id: locationId } = await createByApi(placard, '/inventory/location', fields);
  const position = { locationId, formatId: creative.formatId };
  const { id, slotName } = await createByApi<{ id: number; slotName: string }>(
    placard,
    '/inventory/position',
    position,
  );
  return { id, slotName, locationId };
}
