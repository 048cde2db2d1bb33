import { describe, expect, test } from 'vitest';
import type { ReviveRow } from '../source/revive-data.ts';
import { goalOf } from './delivery-goals.ts';
import { capsOfRow, joinedCaps } from './frequency-caps.ts';
import { readSourceCampaign } from './source-campaign.ts';

const nowMs = Date.parse('2026-11-28T15:00:00Z');
const campaign = (row: ReviveRow) =>
  readSourceCampaign({ campaignid: '7', campaignname: 'Winter', ...row }, 'Europe/Amsterdam');
const goal = (row: ReviveRow, delivered = { impressions: 0, clicks: 0 }) => goalOf(campaign(row), delivered, nowMs);

describe('a campaign', () => {
  test.each([
    ['-1', 'override', 0],
    ['0', 'remnant', 0],
    ['-2', 'ecpm', 0],
    ['1', 'contract', 1],
    ['10', 'contract', 10],
    ['99', 'contract', 10],
  ])('with priority %s is %s', (priority, tier, level) => {
    expect(campaign({ priority })).toMatchObject({ tier, level });
  });

  test('has its times in UTC, and its end is exclusive', () => {
    const { startMs, endMs } = campaign({ activate_time: '2026-11-30 23:00:00', expire_time: '2026-12-31 22:59:59' });
    expect([startMs, endMs]).toEqual([Date.parse('2026-11-30T23:00:00Z'), Date.parse('2026-12-31T23:00:00Z')]);
  });

  test('of an older schema has its dates in the time zone of the agency, and its last day is included', () => {
    const { startMs, endMs, status } = campaign({ activate: '2026-12-01', expire: '2026-12-31', active: 'f' });
    expect([startMs, endMs]).toEqual([Date.parse('2026-11-30T23:00:00Z'), Date.parse('2026-12-31T23:00:00Z')]);
    expect(status).toBe('inactive');
  });

  test('with zero dates, invalid dates or without dates has no period', () => {
    for (const value of ['0000-00-00 00:00:00', '0000-00-00', 'soon', '', null]) {
      expect(campaign({ activate_time: value, expire_time: value })).toMatchObject({ startMs: null, endMs: null });
    }
  });

  test('with an unknown status is not running', () => {
    expect(campaign({ status: '77' }).status).toBe('unknown');
    expect(campaign({ status: '21' }).status).toBe('approval');
  });
});

describe('a goal', () => {
  const end = { expire_time: '2026-12-31 22:59:59' };

  test('of a contract with an end is delivered evenly, without what Revive delivered', () => {
    const result = goal({ priority: '5', views: '1000', ...end }, { impressions: 400, clicks: 3 });
    expect(result).toMatchObject({ method: 'even', kind: 'impressions', total: 600, isPaused: false });
    expect(result.notes).toEqual(['Revive delivered 400 of 1000 impressions. The rest is booked.']);
  });

  test('of a contract without an end is delivered as fast as possible', () => {
    expect(goal({ priority: '5', clicks: '100' })).toMatchObject({ method: 'asap', kind: 'clicks', total: 100 });
  });

  test('of a daily target is booked for 365 days, or until the total is reached', () => {
    const start = Date.parse('2026-11-28T00:00:00Z');
    const day = 86_400_000;
    expect(goal({ priority: '5', target_impression: '100' })).toMatchObject({
      method: 'even',
      total: 36_500,
      startMs: start,
      endMs: start + 365 * day,
    });
    expect(goal({ priority: '5', target_impression: '100', views: '950' })).toMatchObject({
      total: 950,
      endMs: start + 10 * day,
    });
  });

  test('that is reached pauses the booking', () => {
    expect(goal({ priority: '0', views: '100' }, { impressions: 100, clicks: 0 })).toMatchObject({
      total: 100,
      isPaused: true,
    });
  });

  test('of a contract without totals and targets pauses the booking', () => {
    expect(goal({ priority: '5' })).toMatchObject({ method: 'none', total: null, isPaused: true });
  });

  test('of a remnant campaign is a limit, and of an override campaign is delivered first', () => {
    expect(goal({ priority: '0', views: '100' })).toMatchObject({ method: 'none', total: 100 });
    expect(goal({ priority: '-1', views: '100' })).toMatchObject({ method: 'asap', total: 100 });
    expect(goal({ priority: '0', views: '-1', clicks: '0' })).toMatchObject({ method: 'none', total: null });
  });

  test('of conversions, and a second goal, are unsupported', () => {
    expect(goal({ priority: '5', conversions: '10', ...end }).unsupported).toHaveLength(1);
    expect(goal({ priority: '5', views: '10', clicks: '5', ...end }).unsupported).toHaveLength(1);
    expect(goal({ priority: '5', target_conversion: '5' }).unsupported).toHaveLength(1);
  });

  test('with an unreadable or huge number has no total', () => {
    expect(goal({ priority: '0', views: '99999999999999999999' })).toMatchObject({ total: null });
  });
});

describe('frequency caps', () => {
  test.each([
    [{ capping: '3' }, [{ scope: 'life', most: 3 }]],
    [{ capping: '3', block: '3600' }, [{ scope: 'hour', most: 3 }]],
    [{ capping: '3', block: '86400' }, [{ scope: 'day', most: 3 }]],
    [{ capping: '3', block: '43200' }, [{ scope: 'day', most: 3 }]],
    [{ capping: '3', block: '604800' }, [{ scope: 'life', most: 3 }]],
    [{ block: '60' }, [{ scope: 'hour', most: 1 }]],
    [{ session_capping: '2' }, [{ scope: 'life', most: 2, per: 'session' }]],
    [{ capping: '3', show_capped_no_cookie: '1' }, [{ scope: 'life', most: 3, whenUnknown: 'serve' }]],
    [{ capping: '0', block: '0', session_capping: '-1' }, []],
  ])('%o', (row, caps) => {
    expect(capsOfRow(row).caps).toEqual(caps);
  });

  test('of fixed periods tell that viewers can see the ad more often', () => {
    expect(capsOfRow({ capping: '3', block: '86400' }).notes[0]).toContain('up to twice as often');
    expect(capsOfRow({ capping: '3', block: '604800' }).notes[0]).not.toContain('up to twice as often');
  });

  test('of banner and campaign keep the smaller count', () => {
    const joined = joinedCaps([
      { scope: 'day', most: 5 },
      { scope: 'day', most: 2 },
      { scope: 'life', most: 9 },
    ]);
    expect(joined).toEqual([
      { scope: 'day', most: 2 },
      { scope: 'life', most: 9 },
    ]);
  });
});
