import { readBidRequest, textOfId } from '../../../delivery/endpoints/openrtb/bid-request.ts';
import { RequestError } from '../../../delivery/request/request-error.ts';
import type { LoggedAuction } from '../log/logged-call.ts';
import { isFields } from '../log/parse-json-line.ts';
import type { CallMeaning, LoggedDelivery, ShadowRequest } from './shadow-request.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads a bid request and the response of the ad server that handled it. Each impression is a separate request, because
 * each has its own terms: floor, sizes and media type.
 */
export function readAuction({ request, response }: LoggedAuction): CallMeaning {
  const { imp } = request;
  const imps = Array.isArray(imp) ? imp : [];
  try {
    const requests = imps.map((one: unknown) => requestOf({ ...request, imp: [one] }));
    if (requests.length === 0) return { skipped: 'the bid request has no impression' };
    return { requests, deliveries: response === null ? [] : bidsOf(response, imps, requests) };
  } catch (error) {
    if (error instanceof RequestError) return { skipped: error.message };
    throw error;
  }
}

function requestOf(content: Fields): ShadowRequest {
  const bid = readBidRequest(Buffer.from(JSON.stringify(content)));
  const { parameters, user, regs } = bid.ofAll;
  const zone = bid.slotName ?? '(no slot name)';
  return { server: 'openrtb', slots: [{ zone, parameters: new Map() }], parameters, user, regs, bid };
}

function bidsOf(
  response: Fields,
  imps: readonly unknown[],
  requests: readonly ShadowRequest[],
): readonly LoggedDelivery[] {
  const seats = Array.isArray(response['seatbid']) ? response['seatbid'] : [];
  const bids = seats.flatMap((seat: unknown) => (isFields(seat) && Array.isArray(seat['bid']) ? seat['bid'] : []));
  return bids.flatMap((bid: unknown) => {
    if (!isFields(bid)) return [];
    const index = imps.findIndex((imp) => isFields(imp) && imp['id'] === bid['impid']);
    const zone = requests[index]?.slots[0]?.zone;
    return zone === undefined ? [] : [deliveryOf(bid, zone)];
  });
}

/** `ext.adhese.adspaceId` is the booking of Placard and Adhese. Other bidders state a campaign or a deal. */
function deliveryOf(bid: Fields, zone: string): LoggedDelivery {
  const ext = isFields(bid['ext']) ? bid['ext'] : {};
  const adhese = isFields(ext['adhese']) ? ext['adhese'] : {};
  const booking = textOfId(adhese['adspaceId']);
  const [campaign, deal, creative] = [textOfId(bid['cid']), textOfId(bid['dealid']), textOfId(bid['crid'])];
  return {
    server: 'openrtb',
    source: 'response',
    zone,
    campaign:
      booking !== ''
        ? `placard:booking:${booking}`
        : campaign !== ''
          ? `openrtb:campaign:${campaign}`
          : deal === ''
            ? null
            : `openrtb:deal:${deal}`,
    creative: creative === '' ? null : `openrtb:creative:${creative}`,
  };
}
