import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const server = new URL('../../src/server/', import.meta.url);

/** Who writes each table. The rules of all nouns in `http` write through the noun's declaration and name no table. */
const owners: Readonly<Record<string, readonly string[]>> = {
  publisher: ['inventory'],
  publication: ['inventory'],
  location: ['inventory'],
  format: ['inventory'],
  position: ['inventory'],
  mediaPartner: ['media-partner'],
  brand: ['media-partner'],
  campaign: ['campaign'],
  booking: ['booking'],
  bookingCreative: ['booking'],
  bookingWatch: ['booking'],
  bookingWatchState: ['booking'],
  creative: ['creative'],
  unusedFile: ['creative'],
  deploymentSettings: ['settings'],
  serviceAccount: ['access'],
  revokedToken: ['access'],
  usedAssertion: ['access'],
  userAccount: ['access'],
  userMapping: ['user-mapping'],
  userSession: ['access'],
  signInAttempt: ['sign-in'],
  identityProvider: ['identity-provider'],
  identityProviderDomain: ['identity-provider'],
  userIdentity: ['access'],
  currentRevision: ['revision'],
  revision: ['revision'],
  auditEntry: ['audit'],
  auditLink: ['audit'],
  auditHead: ['audit'],
  event: ['event'],
  webhook: ['webhook'],
  webhookDelivery: ['webhook'],
  webhookAttempt: ['webhook'],
  reportSchedule: ['report-schedule'],
  reportRun: ['report-schedule'],
  segment: ['segment'],
  destinationConnection: ['segment'],
  segmentDelivery: ['segment'],
  attributeInbox: ['segment'],
  erasure: ['segment'],
  // Whoever is erased is named there; the roll-up forgets.
  erasedShopper: ['counting', 'segment'],
  touch: ['counting'],
  // A touch that comes late has orders attributed again; keys of shoppers end.
  conversion: ['conversion', 'counting'],
  conversionLine: ['conversion', 'counting'],
  product: ['product'],
  productImport: ['product'],
  idempotencyKey: ['http'],
  lease: ['lease'],
  journalHost: ['counting'],
  journalPosition: ['counting'],
  countedEvent: ['counting'],
  deliveryHour: ['counting'],
  eventHour: ['counting'],
  customEvent: ['counting'],
  filteredHour: ['counting'],
  bookingTotal: ['counting'],
  bookingDay: ['counting'],
  playChain: ['counting'],
  playLink: ['counting'],
  playFinding: ['counting'],
  screenDevice: ['counting'],
  // Temporary, of one transaction.
  seenProduct: ['product'],
  // Temporary, of a recount.
  missingSpan: ['counting'],
  unsureHour: ['counting'],
  trafficCurve: ['pacing'],
  trafficDay: ['pacing'],
  // Keys and values: each folder has a key of its own.
  setting: ['access', 'counting', 'process'],
};

const builder = /\.(?:insertInto|updateTable|deleteFrom)\(\s*'(\w+)'/g;
const plain = /\b(?:insert\s+into|delete\s+from|update)\s+([a-z_]+)\s+(?:\(|set\b|where\b|values\b)/g;

function writesOf(source: string): string[] {
  const tables = [...source.matchAll(builder), ...source.matchAll(plain)].map((match) => match[1] ?? '');
  return tables.map((table) => table.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()));
}

describe('a table is written by its owner alone', () => {
  test('every write in the sources names a table of its own folder', () => {
    const files = globSync('**/*.ts', { cwd: server }).filter((file) => !/\.test\.ts$|^db\//.test(file));
    const writes = files.flatMap((file) =>
      writesOf(readFileSync(new URL(file, server), 'utf8')).map((table) => ({ file, table })),
    );
    expect(writes.length).toBeGreaterThan(20);
    expect(writes.filter(({ file, table }) => !owners[table]?.includes(file.split('/')[0] ?? ''))).toEqual([]);
  });

  test('a write is recognised in both ways of writing one', () => {
    expect(writesOf("transaction.updateTable('booking').set({})")).toEqual(['booking']);
    expect(writesOf('sql`insert into delivery_hour (hour_at) values (1)`')).toEqual(['deliveryHour']);
    expect(writesOf('update position\n    set slot_name = 1; delete from counted_event where true')).toEqual([
      'position',
      'countedEvent',
    ]);
    expect(writesOf('select booking.id from booking for update of booking')).toEqual([]);
  });
});
