/*
 * A2A (protocol version 0.3) of the seller agent, at `/agents/adcp/a2a`.
 *
 * - `agent-card.ts`: the public agent card. `answer-a2a.ts`: one JSON-RPC message.
 * - `run-tool.ts`: runs the tool that a message names, as an A2A task. `task-store.ts`: finished tasks.
 *
 * See docs/decisions/0246-a2a.md.
 */

import type { AgentCard } from '@a2a-js/sdk';
import { createA2AAdapter } from '@adcp/sdk/server';
import { scopesOfRole } from '../../../../contract/access/scopes.ts';
import type { Caller } from '../../../access/caller.ts';
import { tokenPaths } from '../../../access/token/token-service-options.ts';
import type { Buyer } from '../accounts/read-buyer.ts';
import type { AgentCall } from '../seller-context.ts';
import { agentVersion, createSellerServer } from '../seller-server.ts';

/** Path of A2A. MCP has its own, because both protocols have a method `tasks/get`. */
const a2aPath = '/agents/adcp/a2a';

/** Without a buyer agent: the card contains only the names of the tools. */
const noBuyer: Buyer = {
  id: 0,
  serviceAccountId: 0,
  name: '',
  packageIds: [],
  accounts: [],
  requested: [],
  needsApproval: true,
  test: false,
  signing: { jwksUrl: null, isRequired: false, revokedKeyIds: [] },
};
const noCaller: Caller = { kind: 'service-account', id: 0, name: '', scopes: new Set(), reach: [], actor: '' };

/**
 * Creates the agent card: the address, the tools as skills, and how to authenticate.
 * @param buyer agents of test accounts have the test controller, which the public card does not list
 */
export async function createAgentCard(
  contextFor: (by: Pick<AgentCall, 'caller' | 'buyer' | 'requestId'>) => AgentCall,
  { test }: Pick<Buyer, 'test'>,
): Promise<AgentCard> {
  const context = contextFor({ caller: noCaller, buyer: { ...noBuyer, test }, requestId: '' });
  const { publicUrl } = context.services.config;
  const server = createSellerServer({ ...context, toolArguments: {} });
  try {
    const scopes = Object.fromEntries(scopesOfRole.advertiser.map((scope) => [scope, scope]));
    const card = await createA2AAdapter({
      server,
      agentCard: {
        name: 'Placard seller agent',
        description: 'Sells advertising of the publisher through the Ad Context Protocol (AdCP 3.0)',
        url: `${publicUrl}${a2aPath}`,
        version: agentVersion,
        preferredTransport: 'JSONRPC',
        securitySchemes: {
          oauth2: {
            type: 'oauth2',
            flows: { clientCredentials: { tokenUrl: `${publicUrl}${tokenPaths.token}`, scopes } },
          },
        },
        security: [{ oauth2: ['inventory:read'] }],
      },
    }).getAgentCard();
    // The library leaves out the tool that clients call first.
    return { ...card, skills: [capabilitiesSkill, ...card.skills] };
  } finally {
    await server.close();
  }
}

const capabilitiesSkill: AgentCard['skills'][number] = {
  id: 'get_adcp_capabilities',
  name: 'get_adcp_capabilities',
  description: 'AdCP tool: get_adcp_capabilities. Send { skill: "get_adcp_capabilities", input: {} } as a DataPart.',
  tags: ['adcp'],
};
