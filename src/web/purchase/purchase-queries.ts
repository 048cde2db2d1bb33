import { queryOptions } from '@tanstack/react-query';
import {
  approvePurchase,
  declinePurchase,
  getBuyerAgent,
  getPurchase,
  listBuyerAgents,
} from '../../client/generated/sdk.gen.ts';
import type { ChoiceSource } from '../api/choice-source.ts';
import { client, dataOf, objectWithEtag } from '../api/client.ts';

/** A purchase with its ETag. */
export function purchaseByIdQuery(id: number) {
  return queryOptions({
    queryKey: ['purchases', 'one', id],
    queryFn: () => objectWithEtag(getPurchase({ client, path: { id } })),
  });
}

/** The buyer agent of a purchase, with its ETag. */
export function buyerAgentQuery(id: number) {
  return queryOptions({
    queryKey: ['buyer-agents', 'one', id],
    queryFn: () => objectWithEtag(getBuyerAgent({ client, path: { id } })),
  });
}

/** A decision on the purchase that the user sees. */
export type PurchaseDecisionInput =
  | { readonly action: 'approve' }
  | { readonly action: 'decline'; readonly reason: string };

/** Approves or declines a version of a purchase. */
export function sendPurchaseDecision(id: number, etag: string, decision: PurchaseDecisionInput) {
  const call = { client, path: { id }, headers: { 'If-Match': etag } };
  if (decision.action === 'approve') return dataOf(approvePurchase(call));
  return dataOf(declinePurchase({ ...call, body: { reason: decision.reason } }));
}

/** Buyer agents to choose from. */
export const buyerAgentChoices: ChoiceSource = {
  key: ['buyer-agents', 'choices'],
  find: (search) =>
    dataOf(listBuyerAgents({ client, query: { ...(search !== '' && { search }), limit: 30, sort: 'name' } })),
  named: (ids) => dataOf(listBuyerAgents({ client, query: { id: [...ids], includeArchived: 'true' } })),
};
