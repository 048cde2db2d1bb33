import { z } from 'zod';
import { idText, pageQuery, severalOf } from '../common/common.ts';

/** A brief or refinement of a buyer agent, with the products and proposals of the response. */
export const agentRequestView = z
  .strictObject({
    id: z.number().meta({ description: 'ID', example: 12 }),
    requestedAt: z.string().meta({ description: 'RFC 3339, UTC', example: '2026-11-28T09:00:00.000Z' }),
    buyerAgentId: z.number().meta({ description: 'Buyer agent', example: 12 }),
    buyerAgentName: z.string().meta({ description: 'Its name', example: 'Northwind buying agent' }),
    brief: z.string().nullable().meta({
      description:
        'Brief, as text of the agent, at most 5,000 characters. Of a refinement: the brief of its proposal. Null: none.',
      example: 'Outdoor enthusiasts in Belgium',
    }),
    refinements: z
      .array(z.string())
      .meta({ description: 'Texts of a refinement, as the agent sent them', example: ['More sports pages'] }),
    productPackages: z
      .array(
        z.strictObject({
          id: z.number().meta({ description: 'Product package', example: 12 }),
          name: z.string().meta({ description: 'Its name', example: 'Sports pages' }),
        }),
      )
      .meta({ description: 'Product packages of the response, best match first' }),
    proposals: z
      .array(
        z.strictObject({
          proposalId: z.string().meta({ description: 'ID in the protocol', example: 'WzEyLDAsW11d.4Zk' }),
          firmUntil: z.string().nullable().meta({
            description: 'Time until which the prices are firm. Null: the agent has not committed to it.',
            example: null,
          }),
          purchaseId: z
            .number()
            .nullable()
            .meta({ description: 'Newest purchase that accepts it. Null: none.', example: null }),
        }),
      )
      .meta({ description: 'Proposals of the response' }),
  })
  .meta({ id: 'AgentRequest' });
/** A request as returned by the API. */
export type AgentRequestView = z.output<typeof agentRequestView>;

/** Query of the list of requests. */
export const agentRequestQuery = z.strictObject({
  ...pageQuery(),
  buyerAgentId: severalOf(idText('buyer agent'), 'ID of the buyer agent', 12),
});
/** A valid `agentRequestQuery`. */
export type AgentRequestQuery = z.output<typeof agentRequestQuery>;
