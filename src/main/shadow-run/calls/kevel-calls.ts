import { textOfId } from '../../../delivery/endpoints/openrtb/bid-request.ts';
import { parametersOf } from '../../../delivery/request/request-parameters.ts';
import type { LoggedCall } from '../log/logged-call.ts';
import { isFields, parseFields } from '../log/parse-json-line.ts';
import { type CallMeaning, type LoggedDelivery, parametersFrom, type ShadowSlot } from './shadow-request.ts';

type Fields = Readonly<Record<string, unknown>>;
type Placement = { readonly divName: string; readonly slot: ShadowSlot };

/**
 * Reads a decision request of Kevel, `POST /api/v2`, whose placements and user are in the body. The response names the
 * flight and creative of each placement.
 */
export function readKevelCall({ requestBody, responseBody, referer }: LoggedCall): CallMeaning {
  if (requestBody === null) return { skipped: 'the body of the request is not in the log' };
  const body = parseFields(requestBody);
  if (body === null) return { skipped: 'the body of the request is not a JSON object' };
  const placements = (Array.isArray(body['placements']) ? body['placements'] : []).flatMap(placementOf);
  if (placements.length === 0) return { skipped: 'the request has no placement with a zone or site' };
  const { user, keywords, url } = body;
  const key = isFields(user) ? textOfId(user['key']) : '';
  return {
    requests: [
      {
        server: 'kevel',
        slots: placements.map(({ slot }) => slot),
        parameters: parametersFrom([
          ['kw', Array.isArray(keywords) ? keywords.map(textOfId) : []],
          ['xf', [textOfId(url) || (referer ?? '')]],
        ]),
        viewer: key === '' ? undefined : key,
      },
    ],
    deliveries: responseBody === null ? [] : deliveriesOf(responseBody, placements),
  };
}

function placementOf(given: unknown): readonly Placement[] {
  if (!isFields(given)) return [];
  const { zoneIds, siteId, adTypes, properties, divName } = given;
  const [zoneId] = Array.isArray(zoneIds) ? zoneIds.map(textOfId) : [];
  const adType = textOfId(Array.isArray(adTypes) ? adTypes[0] : undefined);
  const site = textOfId(siteId);
  if (zoneId === undefined && site === '') return [];
  const zone = zoneId === undefined ? `kevel:site:${site}:ad_type:${adType}` : `kevel:zone:${zoneId}`;
  const parameters = parametersOf(isFields(properties) ? properties : {});
  return [{ divName: textOfId(divName), slot: { zone, parameters } }];
}

/** A placement has one decision, or a list of them if several ads were requested. */
function deliveriesOf(text: string, placements: readonly Placement[]): readonly LoggedDelivery[] {
  const decisions = parseFields(text)?.['decisions'];
  if (!isFields(decisions)) return [];
  return placements.flatMap(({ divName, slot }) =>
    [Object.hasOwn(decisions, divName) ? decisions[divName] : null]
      .flat()
      .flatMap((decision: unknown) => (isFields(decision) ? deliveryOf(decision, slot) : [])),
  );
}

function deliveryOf({ flightId, campaignId, creativeId }: Fields, { zone }: ShadowSlot): LoggedDelivery {
  const [flight, campaign, creative] = [textOfId(flightId), textOfId(campaignId), textOfId(creativeId)];
  return {
    server: 'kevel',
    source: 'response',
    zone,
    campaign: flight !== '' ? `kevel:flight:${flight}` : campaign === '' ? null : `kevel:campaign:${campaign}`,
    creative: creative === '' ? null : `kevel:creative:${creative}`,
  };
}
