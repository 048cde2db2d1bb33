import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const sources = new URL('../../src/', import.meta.url);

/**
 * Folders whose code writes each table. `management/records` writes through the declaration of a resource and names no
 * table.
 */
const owners: Readonly<Record<string, readonly string[]>> = {
  publisher: ['management/resources/inventory'],
  publication: ['management/resources/inventory'],
  location: ['management/resources/inventory'],
  format: ['management/resources/inventory'],
  position: ['management/resources/inventory'],
  mediaPartner: ['management/resources/media-partner'],
  brand: ['management/resources/media-partner'],
  campaign: ['management/resources/campaign'],
  booking: ['management/resources/booking'],
  bookingCreative: ['management/resources/booking'],
  bookingWatch: ['management/resources/booking'],
  bookingWatchState: ['management/resources/booking'],
  creative: ['management/resources/creative'],
  unusedFile: ['management/resources/creative'],
  deploymentSettings: ['management/resources/settings'],
  brandingFile: ['management/resources/settings'],
  serviceAccount: ['management/access'],
  revokedToken: ['management/access'],
  usedAssertion: ['management/access'],
  assistantClient: ['management/access'],
  assistantConnection: ['management/access'],
  oauthArtifact: ['management/access'],
  userAccount: ['management/access'],
  userMapping: ['management/access'],
  userSession: ['management/access'],
  signInAttempt: ['management/access'],
  identityProvider: ['management/access'],
  identityProviderDomain: ['management/access'],
  userIdentity: ['management/access'],
  currentRevision: ['exchange/revision'],
  revision: ['exchange/revision'],
  auditEntry: ['platform/audit'],
  auditLink: ['platform/audit'],
  auditHead: ['platform/audit'],
  event: ['platform/events'],
  webhook: ['management/resources/webhook', 'worker/webhooks'],
  webhookDelivery: ['management/resources/webhook', 'worker/webhooks'],
  webhookAttempt: ['management/resources/webhook', 'worker/webhooks'],
  objectComment: ['management/resources/comment'],
  commentAttachment: ['management/resources/comment'],
  favorite: ['management/resources/favorite'],
  recentObject: ['management/resources/favorite'],
  // Written with its cause, read and flagged by its user.
  notification: ['platform/notifications', 'management/resources/notification'],
  bookingTemplate: ['management/resources/booking-template'],
  notificationPreference: ['management/resources/notification'],
  savedReport: ['management/resources/saved-report'],
  reportSchedule: ['management/resources/report-schedule', 'worker/reports'],
  reportRun: ['management/resources/report-schedule', 'worker/reports'],
  segment: ['management/resources/segment', 'worker/audiences'],
  destinationConnection: ['management/resources/segment', 'worker/audiences'],
  segmentDelivery: ['management/resources/segment', 'worker/audiences'],
  attributeInbox: ['management/resources/segment', 'worker/audiences'],
  erasure: ['management/resources/segment', 'worker/audiences'],
  // Erased shoppers are added there, and the roll-up removes them.
  erasedShopper: [
    'worker/count',
    'exchange/journal',
    'management/resources/segment',
    'worker/audiences',
    'worker/open-data',
  ],
  touch: ['worker/count', 'exchange/journal'],
  // A late touch causes orders to be attributed again. Keys of shoppers expire.
  thirdPartyCount: ['management/insight/discrepancy'],
  conversionAction: ['management/resources/conversion'],
  productPackage: ['management/resources/product-package'],
  configurationKey: ['management/configuration'],
  configurationApply: ['management/configuration'],
  agentCreative: ['management/agents/adcp'],
  agentAudience: ['management/agents/adcp'],
  agentCatalog: ['management/agents/adcp'],
  agentCatalogItem: ['management/agents/adcp'],
  agentEventSource: ['management/agents/adcp'],
  agentEventAction: ['management/agents/adcp'],
  agentAudienceMember: ['management/agents/adcp', 'worker/audiences'],
  buyerAgent: ['management/resources/buyer-agent'],
  buyerCommitment: ['management/resources/buyer-agent'],
  agentNotification: ['management/agents/adcp/webhooks'],
  agentCall: ['management/agents/adcp/a2a'],
  authorizationCheck: ['management/agents/authorization'],
  mediaBuy: ['management/agents/adcp/media-buys'],
  agentRequest: ['management/agents/adcp'],
  mediaBuyChange: ['management/agents/adcp/media-buys'],
  mediaBuyPackage: ['management/agents/adcp/media-buys'],
  agentResponse: ['management/agents/adcp'],
  agentNonce: ['management/agents/adcp'],
  buyerAccountRequest: ['management/agents/adcp/accounts'],
  testFixture: ['management/agents/adcp/test-controller'],
  conversion: ['management/resources/conversion', 'worker/attribute', 'worker/count', 'exchange/journal'],
  experimentViewer: ['worker/count', 'worker/attribute'],
  conversionLine: ['management/resources/conversion', 'worker/attribute', 'worker/count', 'exchange/journal'],
  product: ['management/resources/product'],
  productImport: ['management/resources/product'],
  idempotencyKey: ['management/api'],
  lease: ['platform/lease'],
  journalHost: ['worker/count', 'exchange/journal'],
  journalPosition: ['worker/count', 'exchange/journal'],
  countedEvent: ['worker/count', 'exchange/journal'],
  countedRange: ['worker/count'],
  deliveryHour: ['worker/count', 'exchange/journal'],
  eventHour: ['worker/count', 'exchange/journal'],
  customEvent: ['worker/count', 'exchange/journal'],
  filteredHour: ['worker/count', 'exchange/journal'],
  bookingTotal: ['worker/count', 'exchange/journal'],
  bookingDay: ['worker/count', 'exchange/journal'],
  playChain: ['worker/count', 'exchange/journal'],
  playLink: ['worker/count', 'exchange/journal'],
  playFinding: ['worker/count', 'exchange/journal'],
  screenDevice: ['worker/count', 'exchange/journal'],
  plannedPlay: ['worker/screens'],
  plannedScreen: ['worker/screens'],
  bookingMissedPlay: ['worker/screens'],
  // Temporary, within one transaction.
  seenProduct: ['management/resources/product'],
  // Temporary, within a recount.
  missingSpan: ['worker/count', 'exchange/journal'],
  unsureHour: ['worker/count', 'exchange/journal'],
  trafficCurve: ['worker/pace', 'exchange/plan'],
  trafficDay: ['worker/pace', 'exchange/plan'],
  // Keys and values. Each folder uses a separate key.
  setting: ['management/access', 'worker/count', 'exchange/journal', 'main/demo'],
};

const builder = /\.(?:insertInto|updateTable|deleteFrom)\(\s*'(\w+)'/g;
const plain = /\b(?:insert\s+into|delete\s+from|update)\s+([a-z_]+)\s+(?:\(|set\b|where\b|values\b)/g;

function writesOf(source: string): string[] {
  const tables = [...source.matchAll(builder), ...source.matchAll(plain)].map((match) => match[1] ?? '');
  return tables.map((table) => table.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()));
}

describe('only the owner writes a table', () => {
  test('every write in the sources names a table of its folder', () => {
    const files = globSync('**/*.ts', { cwd: sources }).filter((file) => !/\.test\.ts$|^platform\/db\//.test(file));
    const writes = files.flatMap((file) =>
      writesOf(readFileSync(new URL(file, sources), 'utf8')).map((table) => ({ file, table })),
    );
    expect(writes.length).toBeGreaterThan(20);
    expect(
      writes.filter(({ file, table }) => owners[table]?.some((owner) => file.startsWith(`${owner}/`)) !== true),
    ).toEqual([]);
  });

  test('a write is detected in both notations', () => {
    expect(writesOf("transaction.updateTable('booking').set({})")).toEqual(['booking']);
    expect(writesOf('sql`insert into delivery_hour (hour_at) values (1)`')).toEqual(['deliveryHour']);
    expect(writesOf('update position\n    set slot_name = 1; delete from counted_event where true')).toEqual([
      'position',
      'countedEvent',
    ]);
    expect(writesOf('select booking.id from booking for update of booking')).toEqual([]);
  });
});
