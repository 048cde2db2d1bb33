import { expect, test } from 'vitest';
import { reasonOf, withoutPassword } from './open-fitting-database.ts';

test.each([
  ['postgres://placard:secret@db.example:5432/placard', 'postgres://db.example:5432/placard'],
  ['postgres://placard:sec@ret@db.example/placard', 'postgres://db.example/placard'],
  ['postgresql://db.example/placard', 'postgresql://db.example/placard'],
  ['postgres:///placard?host=/run/postgresql&password=secret', 'postgres:///placard?host=/run/postgresql&password=...'],
])('the description of %s omits the password', (url, shown) => {
  expect(withoutPassword(url)).toBe(shown);
});

test('a connection that failed on every address reports the reason', () => {
  expect(reasonOf(new AggregateError([new Error('connect ECONNREFUSED ::1:1'), new Error('other')]))).toBe(
    'connect ECONNREFUSED ::1:1',
  );
});
