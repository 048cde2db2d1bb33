import type { SharePreviewBody } from '../../../client/generated/types.gen.ts';
import { screenFactNames } from '../../../core/targeting/value-facts.ts';
import { isTargetingComplete, targetedFacts } from '../../targeting/targeting-model.ts';
import type { BookingValues } from './booking-values.ts';

type ShareTerms = Pick<
  BookingValues,
  | 'positionIds'
  | 'locationIds'
  | 'publicationIds'
  | 'publisherIds'
  | 'targeting'
  | 'priority'
  | 'startDate'
  | 'endDate'
  | 'delivery'
  | 'roadblock'
  | 'pricing'
>;

/** The body of a share preview for the terms of a booking. @param bookingId the saved booking that they replace */
export function shareBodyOf(terms: ShareTerms, bookingId: number | null): SharePreviewBody {
  const { positionIds, locationIds, publicationIds, publisherIds } = terms;
  const { priority, startDate, endDate, delivery, roadblock, pricing } = terms;
  const targeting = terms.targeting ?? null;
  const facts = targetedFacts(targeting);
  // Other conditions have no effect, and would need a new preview for each change.
  const isSent = screenFactNames.some((fact) => facts.has(fact)) && isTargetingComplete(targeting);
  const inventory = { positionIds, locationIds, publicationIds, publisherIds };
  return {
    bookingId,
    ...inventory,
    targeting: isSent ? targeting : null,
    priority,
    startDate,
    endDate,
    delivery,
    roadblock,
    pricing,
  } as SharePreviewBody;
}
