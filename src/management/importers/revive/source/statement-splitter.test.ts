import { expect, test } from 'vitest';
import { StatementSplitter } from './statement-splitter.ts';

test('a statement without delimiter is refused above the limit', () => {
  const statements: string[] = [];
  const splitter = new StatementSplitter((statement) => statements.push(statement.toString()), 20);
  for (let count = 0; count < 5; count += 1) splitter.push(Buffer.from('SELECT 1234;'));
  expect(statements).toHaveLength(5);
  splitter.push(Buffer.from("INSERT 'aaaaaa"));
  expect(() => splitter.push(Buffer.from('aaaaaaaaaaaa'))).toThrow('more than 20 bytes and no delimiter');
});
