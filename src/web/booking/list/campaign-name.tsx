import { createContext, use } from 'react';

/** Returns the name of a campaign. The names load after the bookings, and only their cells render again. */
export const CampaignNames = createContext((id: number) => `#${id}`);

/** The name of a campaign in the booking list. */
export function CampaignName({ id }: { readonly id: number }) {
  return use(CampaignNames)(id);
}
