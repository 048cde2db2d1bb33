import { expect, test } from 'vitest';
import { recipientsText, scheduleText } from './schedule-labels.ts';
import { newScheduleValues } from './schedule-values.ts';

const daily = { cadence: 'daily', hour: 6, weekday: null, monthDay: null, timeZone: 'Europe/Brussels' } as const;

test('describes when a schedule runs, with its time zone', () => {
  expect(scheduleText(daily)).toBe('Every day at 06:00 (Europe/Brussels)');
  expect(scheduleText({ ...daily, cadence: 'weekly', weekday: 'mon' })).toBe('Every Monday at 06:00 (Europe/Brussels)');
  expect(scheduleText({ ...daily, cadence: 'monthly', monthDay: 31, hour: 14 })).toBe(
    'On day 31 of each month at 14:00 (Europe/Brussels)',
  );
});

test('names the first recipient and counts the others', () => {
  expect(recipientsText({ recipients: ['a@b.example', 'c@d.example', 'e@f.example'], tellsWebhooks: true })).toBe(
    'a@b.example, 2 more and webhooks',
  );
  expect(recipientsText({ recipients: [], tellsWebhooks: false })).toBe('No recipients');
});

test.each([
  [{}, 'last_7_days'],
  [{ from: '2026-11-21', until: '2026-11-21' }, 'yesterday'],
  [{ from: '2026-11-01', until: '2026-11-22' }, 'month_to_date'],
  [{ from: '2026-10-01', until: '2026-10-31' }, 'last_month'],
  [{ from: '2026-10-24', until: '2026-11-22' }, 'last_30_days'],
])('turns a report of %j into a schedule of %s', (address, period) => {
  const about = { today: '2026-11-22', zone: 'UTC', email: 'maya@aurora.example' };
  const { report, recipients } = newScheduleValues({ ...address, by: 'booking,day', brand: '3,4' }, about);
  expect(report).toEqual({ period, groupBy: ['booking', 'day'], brandId: [3, 4] });
  expect(recipients).toEqual(['maya@aurora.example']);
});
