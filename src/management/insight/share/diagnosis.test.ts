import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';
import { dayMs } from '../../../core/time/durations.ts';

/** Wednesday noon in Amsterdam. */
const nowMs = Date.parse('2027-03-03T11:00:00Z');
const at = (ms: number) => new Date(ms).toISOString();

let management: TestManagement;
let objects: { campaignId: number; brandId: number; creativeId: number; formatId: number; positionId: number };
beforeAll(async () => {
  management = await startTestManagement({ nowMs: () => nowMs });
});
afterAll(() => management?.close());
beforeEach(async () => {
  const { id: partner } = await makeObject(management, 'media-partners');
  const { id: brandId } = await makeObject(management, 'brands', { mediaPartnerId: partner });
  const { id: formatId } = await makeObject(management, 'inventory/format');
  const companies = { advertiserCompanyId: partner, invoiceCompanyId: partner, brandIds: [brandId] };
  const { id: campaignId } = await makeObject(management, 'campaigns', companies);
  const { id: creativeId } = await makeObject(management, 'creatives', { brandId, formatId });
  const { id: positionId } = await makeObject(management, 'inventory/position', { formatId });
  objects = { campaignId, brandId, creativeId, formatId, positionId };
});

async function book(fields: Record<string, unknown> = {}, submit = true): Promise<number> {
  const { id } = await makeObject(management, 'bookings', {
    campaignId: objects.campaignId,
    positionIds: [objects.positionId],
    creatives: [{ creativeId: objects.creativeId }],
    startDate: at(nowMs - 600_000),
    endDate: at(nowMs + dayMs),
    ...fields,
  });
  if (submit) expect(await management.call('POST', `/bookings/${id}/actions/submit`)).toMatchObject({ status: 200 });
  return id;
}

type Reason = { code: string; effect: string; remedy: string; on: { kind: string; id: number }; field: string | null };
const inWords = (reasons: Reason[]) =>
  reasons.map(
    ({ code, effect, remedy, on, field }) => `${code} ${effect}: ${remedy} ${on.kind}/${on.id}${field ?? ''}`,
  );

async function diagnose(id: number) {
  const answer = await management.call('GET', `/bookings/${id}/diagnosis`);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

test("returns share, requests and today's delivery of a running booking at each position", async () => {
  const id = await book();
  await book();
  const { positionId } = objects;
  await sql`insert into traffic_curve (position_id, hours, level, hour, requests, observed_ms)
    values (${positionId}, '{10}', 1, 0, 0, 0)`.execute(management.database);
  await sql`insert into delivery_hour
      (hour_at, local_day, booking_id, creative_id, position_id, impressions, viewables, clicks) values
      ('2027-03-03T10:00Z', '2027-03-03', ${id}, 1, ${positionId}, 20, 10, 1),
      ('2027-03-02T10:00Z', '2027-03-02', ${id}, 1, ${positionId}, 700, 0, 0)`.execute(management.database);
  expect(await diagnose(id)).toMatchObject({
    bookingId: id,
    at: at(nowMs),
    status: 'running',
    health: 'ok',
    reasons: [],
    positionCount: 1,
    positions: [
      {
        positionId,
        requestsPerDay: 240,
        canShow: true,
        sharePercent: 50,
        deliveredToday: { impressions: 20, viewables: 10, clicks: 1 },
        reasons: [],
      },
    ],
  });
});

test('unblocks a booking by applying the remedy of each reason in turn', async () => {
  const id = await book({ positionIds: [], creatives: [] }, false);
  const { campaignId, positionId, formatId, brandId } = objects;
  const [own, campaign] = [`bookings/${id}`, `campaigns/${campaignId}`];
  await management.call('POST', `/campaigns/${campaignId}/actions/pause`);
  expect(inWords((await diagnose(id)).reasons)).toEqual([
    `BOOKING_NOT_APPROVED blocks: submit ${own}`,
    `CAMPAIGN_NOT_DELIVERING blocks: resume ${campaign}`,
    `NO_POSITION blocks: change ${own}/positionIds`,
    `NO_CREATIVE blocks: upload ${own}/creatives`,
  ]);
  await management.call('POST', `/${own}/actions/submit`);
  await management.call('POST', `/${campaign}/actions/resume`);
  const other = await makeObject(management, 'creatives', { brandId });
  const patch = (body: Record<string, unknown>) =>
    management.call('PATCH', `/${own}`, { body, headers: { 'if-match': '*' } });
  await patch({ positionIds: [positionId], creatives: [{ creativeId: other.id }] });
  const unfit = await diagnose(id);
  expect(inWords(unfit.reasons)).toEqual([`NO_FITTING_CREATIVE blocks: upload ${own}/creatives`]);
  expect(unfit.positions[0].canShow).toBe(false);
  expect(inWords(unfit.positions[0].reasons)).toEqual([
    `NO_FITTING_CREATIVE blocks: upload ${own}/creatives`,
    `NO_REQUESTS limits: embed inventory/position/${positionId}`,
  ]);
  const waiting = await makeObject(management, 'creatives', { brandId, formatId });
  await management.call('POST', `/creatives/${waiting.id}/actions/pause`);
  await patch({ creatives: [{ creativeId: waiting.id }] });
  expect(inWords((await diagnose(id)).reasons)).toEqual([
    `CREATIVE_NOT_APPROVED blocks: approve creatives/${waiting.id}`,
  ]);
  await patch({ creatives: [{ creativeId: objects.creativeId }] });
  expect(await diagnose(id)).toMatchObject({
    status: 'running',
    reasons: [],
    positions: [{ canShow: true, sharePercent: 100 }],
  });
});

test('reports at a position the reasons that apply only there', async () => {
  const { positionId, formatId } = objects;
  const here = async (fields: Record<string, unknown>) => {
    const { positions } = await diagnose(await book(fields));
    return inWords(positions[0].reasons.filter(({ code }: Reason) => code !== 'NO_REQUESTS')).map((text) =>
      text.replace(/bookings\/\d+/, 'bookings/ID'),
    );
  };
  expect(await here({ activeDays: ['mon'] })).toEqual(['DAY_NOT_ACTIVE blocks: wait bookings/ID/activeDays']);
  const dayParts = [{ days: [], fromMinute: 0, toMinute: 60 }];
  expect(await here({ dayParts })).toEqual(['OUTSIDE_DAY_PART blocks: wait bookings/ID/dayParts']);
  await book();
  expect(await here({ delivery: { method: 'fill' } })).toEqual([
    'FILL_NOT_NEEDED limits: change bookings/ID/delivery/method',
  ]);
  const blocking = await makeObject(management, 'inventory/position', { formatId, blockedLabels: ['cars'] });
  const labelled = await book({ positionIds: [positionId, blocking.id], exclusionLabels: ['cars'] });
  const { positions } = await diagnose(labelled);
  expect(positions.map(({ canShow }: { canShow: boolean }) => canShow)).toEqual([true, false]);
  expect(inWords(positions[1].reasons)[0]).toBe(
    `LABEL_BLOCKED blocks: change inventory/position/${blocking.id}/blockedLabels`,
  );
});

test('reports a bid floor that the booking does not meet by rate, price model or currency', async () => {
  const floor = { amount: '2.50', currency: 'EUR' };
  const { formatId } = objects;
  const { id: positionId } = await makeObject(management, 'inventory/position', { formatId, floor });
  const cpm = (amount: string, currency = 'EUR') => ({ model: 'cpm', rate: { amount, currency } });
  const found = async (pricing: unknown) => {
    const id = await book({ positionIds: [positionId], pricing });
    const { positions } = await diagnose(id);
    const [{ canShow, sharePercent, reasons }] = positions;
    const codes = reasons.map(({ code }: Reason) => code).filter((code: string) => code !== 'NO_REQUESTS');
    await management.call('POST', `/bookings/${id}/actions/cancel`);
    return [canShow, sharePercent, ...codes];
  };
  expect(await found(cpm('2.50'))).toEqual([true, 100]);
  expect(await found(cpm('2.49'))).toEqual([false, 0, 'BELOW_FLOOR']);
  expect(await found(cpm('9', 'USD'))).toEqual([false, 0, 'BELOW_FLOOR']);
  expect(await found({ model: 'cpc', rate: { amount: '9', currency: 'EUR' } })).toEqual([false, 0, 'BELOW_FLOOR']);
  expect(await found(null)).toEqual([false, 0, 'BELOW_FLOOR']);
});

test('reports goals, limits, and conditions that depend on the request', async () => {
  const goal = { kind: 'impressions', total: 1_000 };
  const id = await book({
    delivery: { method: 'asap', goal },
    startDate: at(nowMs - dayMs),
    caps: [{ scope: 'day', most: 2 }],
  });
  const codes = async () => (await diagnose(id)).reasons.map(({ code, effect }: Reason) => `${code} ${effect}`);
  expect(await codes()).toEqual(['BEHIND_GOAL limits', 'NO_DELIVERY limits', 'CAP_REACHED depends']);
  await sql`insert into booking_total (booking_id, impressions) values (${id}, 1000)`.execute(management.database);
  expect(await codes()).toEqual(['GOAL_REACHED blocks', 'CAP_REACHED depends']);
});

test('returns 404 for a missing booking and requires the scope of bookings', async () => {
  expect(await management.call('GET', '/bookings/999999/diagnosis')).toMatchObject({ status: 404 });
  const id = await book();
  expect(await management.call('GET', `/bookings/${id}/diagnosis`, { scopes: ['campaigns:read'] })).toMatchObject({
    status: 403,
  });
});
