import { expect, test } from 'vitest';
import { csvAddress, missedPlaysQueryOf } from './missed-plays-query.ts';

test('the query of an empty address has rows by position and booking', () => {
  expect(missedPlaysQueryOf({})).toEqual({ limit: 50, offset: 0, groupBy: ['position', 'booking'] });
});

test('the query has an exclusive end, the filters and the page of the address', () => {
  const values = {
    from: '2027-03-01',
    until: '2027-03-31',
    booking: '12',
    position: '7',
    by: 'booking,day',
    page: '3',
  };
  expect(missedPlaysQueryOf(values)).toEqual({
    limit: 50,
    offset: 100,
    from: '2027-03-01',
    to: '2027-04-01',
    positionId: 7,
    bookingId: 12,
    groupBy: ['day', 'booking'],
  });
  expect(csvAddress(values)).toBe(
    '/api/v1/missed-plays?from=2027-03-01&to=2027-04-01&positionId=7&bookingId=12&groupBy=day&groupBy=booking&format=csv',
  );
});
