import { expect, test } from 'vitest';
import { findingsCsv, findingsTable } from './findings-table.ts';
import { ImportBuilder, plainName } from './import-builder.ts';

const zone = { kind: 'zone', id: 7, name: 'Top' };

test('collects objects in the order of their references, without empty fields', () => {
  const builder = new ImportBuilder();
  builder.add('bookings', 'b1', { name: 'Booking', endDate: null });
  builder.add('publishers', 'p1', { companyName: 'Northern Press', parent: undefined });
  expect(builder.has('bookings', 'b1')).toBe(true);
  expect(builder.get('bookings', 'b2')).toBeUndefined();
  expect(JSON.stringify(builder.result().document)).toBe(
    '{"version":1,"publishers":{"p1":{"companyName":"Northern Press"}},"bookings":{"b1":{"name":"Booking"}}}',
  );
});

test('throws when a key is used twice', () => {
  const builder = new ImportBuilder();
  builder.add('brands', 'a', {});
  expect(() => builder.add('brands', 'a', {})).toThrow('The import contains the key a of brands twice.');
});

test('keeps one file for equal contents', () => {
  const builder = new ImportBuilder();
  const first = builder.addContent('a.png', Buffer.from('pixels'));
  const second = builder.addContent('b.png', Buffer.from('pixels'));
  expect(second).toEqual({ name: 'b.png', sha256: first.sha256 });
  expect(builder.result().files.map(({ name }) => name)).toEqual(['a.png']);
});

test('counts findings by kind and outcome, and lists those that are not plain imports', () => {
  const builder = new ImportBuilder();
  builder.imported(zone, {
    message: 'Imported as a position.',
    target: { section: 'positions', key: 'revive:zone:7' },
  });
  builder.translated(zone, { feature: 'width', message: 'Any width.' });
  builder.unsupported(zone, {
    feature: 'chain',
    message: 'Placard has no zone chains.',
    remedy: 'Book the positions.',
  });
  const { findings } = builder.result();
  expect(findingsTable(findings)).toEqual([
    'source       imported  translated  unsupported',
    'zone                1           0            0',
    'zone, width         0           1            0',
    'zone, chain         0           0            1',
    '',
    'translated: zone 7 "Top", width: Any width.',
    'unsupported: zone 7 "Top", chain: Placard has no zone chains. Book the positions.',
  ]);
  expect(findingsCsv(findings).split('\r\n')[1]).toBe(
    'imported,zone,7,Top,,Imported as a position.,,positions,revive:zone:7',
  );
});

test('returns one line of at most 255 characters as a name, and null for an empty text', () => {
  expect(plainName('  Winter\r\n\tsale\0 ')).toBe('Winter sale');
  expect(plainName('\u0007 \n')).toBeNull();
  expect(plainName(null)).toBeNull();
  expect(plainName(`${'a'.repeat(254)}\u{1f600}`)).toBe('a'.repeat(254));
});
