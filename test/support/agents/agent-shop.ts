import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { scopesOfRole } from '../../../src/contract/access/scopes.ts';
import { formatOf, made } from '../fixtures/book-one-banner.ts';
import type { RunningPlacard } from '../process/running-placard.ts';

/** A server with a package for sale and a buyer agent. */
export type AgentShop = {
  readonly url: string;
  readonly slotName: string;
  readonly brandId: number;
  /** Client ID of the agent. */
  readonly clientId: string;
  readonly formatId: number;
  /** Returns an access token of the agent. */
  readonly token: () => Promise<string>;
};

type Made = { readonly id: number };

const nativeFields = {
  mediaType: 'native',
  width: 1200,
  height: 628,
  templateFields: [
    { name: 'headline', kind: 'text', required: true, maxLength: 200 },
    { name: 'body', kind: 'longtext', maxLength: 500 },
    { name: 'image', kind: 'image', required: true, width: 1200, height: 628 },
  ],
  templateHtml: '<a href="[clickUrl]"><img src="[field:image]"><h3>[field:headline]</h3></a><p>[field:body]</p>',
};

/** Formats that the storyboards of the protocol name. */
const otherFormats = [
  { code: 'display_300x250_catalog', width: 300, height: 250 },
  { code: 'video_30s', mediaType: 'video', width: 1920, height: 1080 },
  { code: 'vast_30s', mediaType: 'video', width: 1920, height: 1080 },
  { code: 'native_content', ...nativeFields },
  { code: 'native_post', ...nativeFields },
];

/**
 * Creates what a publisher needs to sell to an agent: a position, a template, packages, a brand and a buyer agent with
 * the accounts of the compliance runner.
 */
export async function openAgentShop(
  { call, managementUrl }: RunningPlacard,
  agent: Readonly<Record<string, unknown>>,
): Promise<AgentShop> {
  const create = async <One extends Made = Made>(path: string, json: unknown): Promise<One> =>
    made<One>(path, await call('POST', `/api/v1${path}`, { json }));
  const publisher = await create('/inventory/publisher', { companyName: 'Outdoor Press' });
  const publication = await create('/inventory/publication', {
    companyName: 'Outdoor Weekly',
    publisherId: publisher.id,
    timeZone: 'Europe/Brussels',
    domains: ['outdoor.example'],
  });
  const location = await create('/inventory/location', { publicationId: publication.id, code: '_outdoor_' });
  const format = await formatOf(call, { code: 'display_300x250', width: 300, height: 250 });
  const position = await create<Made & { slotName: string }>('/inventory/position', {
    locationId: location.id,
    formatId: format.id,
  });
  const others: number[] = [];
  for (const fields of otherFormats) {
    const other = await formatOf(call, fields);
    const { id } = await create('/inventory/position', { locationId: location.id, formatId: other.id });
    others.push(id);
  }
  for (const [name, deliveryType] of [
    ['Sports pages', 'guaranteed'],
    ['Outdoor pages', 'non_guaranteed'],
  ]) {
    const template = await create('/booking-templates', {
      name,
      shared: true,
      settings: { type: 'display', positionIds: [position.id, ...others] },
    });
    await create('/product-packages', {
      name,
      description: `${name} of a weekly about outdoor life`,
      bookingTemplateId: template.id,
      deliveryType,
      pricingOptions: [{ code: 'cpm_standard', model: 'cpm', rate: { amount: '10.00', currency: 'USD' } }],
      allowedTargeting: ['country', 'region', 'device', 'language', 'segment', 'frequency_cap'],
    });
  }
  const partner = await create('/media-partners', { name: 'Acme Outdoor', roles: ['ADVERTISER', 'INVOICE'] });
  const domains = ['acmeoutdoor.example', 'test.example'];
  const brand = await create('/brands', { name: 'Acme Outdoor', mediaPartnerId: partner.id, domains });
  const serviceAccount = await create<Made & { clientId: string; clientSecret: string }>('/service-accounts', {
    name: 'Pinnacle',
    scopes: scopesOfRole.advertiser,
  });
  const account = { advertiserCompanyId: partner.id, brandId: brand.id, invoiceCompanyId: partner.id };
  const operators = [null, 'pinnacle-agency.example', 'b.example', 'c.example'];
  await create('/buyer-agents', {
    name: 'Pinnacle',
    serviceAccountId: serviceAccount.id,
    accounts: operators.map((operator) => ({ ...account, operator })),
    ...agent,
  });
  return {
    // The public address of the server, which its metadata names.
    url: `${managementUrl.replace('127.0.0.1', 'localhost')}/agents/adcp`,
    slotName: position.slotName,
    brandId: brand.id,
    clientId: serviceAccount.clientId,
    formatId: format.id,
    token: () => tokenOf(managementUrl, serviceAccount),
  };
}

async function tokenOf(
  managementUrl: string,
  { clientId, clientSecret }: { readonly clientId: string; readonly clientSecret: string },
): Promise<string> {
  const answer = await fetch(`${managementUrl}/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  return token;
}

/** Connects the official client of MCP and returns a function that calls tools. */
export async function connectToShop({ url, token }: AgentShop) {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const headers = { Authorization: `Bearer ${await token()}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  return async (name: string, args: Record<string, unknown>) => {
    const { structuredContent, isError } = await client.callTool({ name, arguments: args });
    if (isError === true) throw new Error(`${name}: ${JSON.stringify(structuredContent)}`);
    // biome-ignore lint/suspicious/noExplicitAny: the assertions of a test check the content
    return structuredContent as any;
  };
}
