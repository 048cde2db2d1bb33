import type { AddressInfo } from 'node:net';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { type Scope, scopesOfRole } from '../../../src/contract/access/scopes.ts';
import { makeObject } from '../fixtures/make-objects.ts';
import { startTestManagement, type TestManagement, type TestManagementOptions } from '../server/test-management.ts';

/** A seller agent with a new database. */
export type TestSeller = { readonly management: TestManagement; readonly url: string };

/** Starts the management application and listens for agents. */
export async function startSeller(options: TestManagementOptions = {}): Promise<TestSeller> {
  return listenForAgents(await startTestManagement(options));
}

/** Makes a management application listen for agents. */
export async function listenForAgents(management: TestManagement): Promise<TestSeller> {
  await management.app.listen({ port: 0, host: '127.0.0.1' });
  return { management, url: `http://127.0.0.1:${(management.app.server.address() as AddressInfo).port}/agents/adcp` };
}

/** Returns an amount in euros. */
export const euro = (amount: string) => ({ amount, currency: 'EUR' });

/** A package with its own publication, position and format. */
export async function makePackage(
  { management }: TestSeller,
  name: string,
  fields: Record<string, unknown> = {},
  format: Record<string, unknown> = {},
) {
  const publication = await makeObject(management, 'inventory/publication', {
    companyName: `${name} Gazette`,
    domains: [`${name.toLowerCase()}.example`],
  });
  const location = await makeObject(management, 'inventory/location', { publicationId: publication.id });
  const { id: formatId, code } = await makeObject(management, 'inventory/format', format);
  await makeObject(management, 'inventory/position', { locationId: location.id, formatId });
  const template = await makeObject(management, 'booking-templates', {
    shared: true,
    settings: { type: 'display', publisherIds: [publication['publisherId']] },
  });
  const sold = await makeObject(management, 'product-packages', {
    name,
    description: `${name} pages`,
    bookingTemplateId: template.id,
    ...fields,
  });
  return { id: String(sold.id), formatId: String(code) };
}

/** An agency with one account. */
export async function makeBuyer({ management }: TestSeller, fields: Record<string, unknown> = {}) {
  const serviceAccount = await makeObject(management, 'service-accounts', { scopes: scopesOfRole.advertiser });
  const brand = await makeObject(management, 'brands', { domains: ['brand.example'] });
  const partner = brand['mediaPartnerId'];
  const account = {
    advertiserCompanyId: partner,
    brandId: brand.id,
    invoiceCompanyId: partner,
    operator: 'agency.example',
  };
  const buyer = await makeObject(management, 'buyer-agents', {
    serviceAccountId: serviceAccount.id,
    accounts: [account],
    ...fields,
  });
  return { id: buyer.id, serviceAccountId: serviceAccount.id, brandId: brand.id, account };
}

/** Connects the official client of MCP. */
export async function connectBuyer(
  { url }: TestSeller,
  serviceAccountId: number,
  scopes: readonly Scope[] = scopesOfRole.advertiser,
) {
  const token = `${serviceAccountId}~${scopes.join('+')}`.replaceAll(':', '.');
  const client = new Client({ name: 'test', version: '1.0.0' });
  const headers = { Authorization: `Bearer ${token}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  const call = async (name: string, args: Record<string, unknown> = {}) => {
    const { structuredContent, isError } = await client.callTool({ name, arguments: args });
    // biome-ignore lint/suspicious/noExplicitAny: the assertions of a test check the content
    return { content: structuredContent as any, isError: isError === true };
  };
  return { client, call };
}
