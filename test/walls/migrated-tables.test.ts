import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { counters } from '../../src/core/pricing/billable-events.ts';
import { allRowRules } from '../../src/platform/db/row-rules/all-row-rules.ts';

const folder = fileURLToPath(new URL('../../src/platform/db/migrations/', import.meta.url));
const migrations = readdirSync(folder)
  .filter((name) => /^\d{4}-/.test(name))
  .map((name) => readFileSync(folder + name, 'utf8'))
  .join('\n');

/** Whether a migration contains a name as a whole word. */
const isMigrated = (name: string) => new RegExp(`\\b${name}\\b`).test(migrations);
const snakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

test('a migration creates the table of every resource type', () => {
  const tables = Object.values(allRowRules).map(({ table }) => table);
  expect(tables.length).toBeGreaterThan(15);
  expect(tables.filter((table) => !isMigrated(table) && !isMigrated(snakeCase(table)))).toEqual([]);
});

test('a migration creates the column of every counter', () => {
  expect(counters.length).toBeGreaterThan(2);
  expect(counters.filter((counter) => !isMigrated(counter))).toEqual([]);
});

test('a table without a migration is found', () => {
  expect(isMigrated('sales_team_of_this_test')).toBe(false);
});
