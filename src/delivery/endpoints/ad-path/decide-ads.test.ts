import { expect, test } from 'vitest';
import { testDecisionIds } from '../../../../test/support/counting/test-decision-ids.ts';
import { snapshotRows } from '../../../../test/support/server/test-delivery.ts';
import { buildSnapshot } from '../../../core/snapshot/build-snapshot.ts';
import type { Snapshot } from '../../../core/snapshot/snapshot.ts';
import { createShopperKeys } from '../../../platform/keys/shopper-keys.ts';
import { createLog } from '../../../platform/log/log.ts';
import { createAdTemplates } from '../../answer/ad-templates.ts';
import { createEventTokens } from '../../answer/signed-address/event-token.ts';
import { DeliveryPacing } from '../../decide/pacing/delivery-pacing.ts';
import { createDeliveryMetrics } from '../../delivery-metrics.ts';
import { createStackSelections } from '../stack/stack-selections.ts';
import { createDecideAds } from './decide-ads.ts';

const request = { slots: [{ slotName: '_home_-lb', parameters: new Map() }], parameters: new Map() };

function create() {
  const metrics = createDeliveryMetrics('delivery-0');
  const decideAds = createDecideAds({
    templates: createAdTemplates({ creativeOrigin: null, deliveryUrl: 'http://ads.example', onUnfit: () => undefined }),
    tokens: createEventTokens(Buffer.alloc(32, 7)),
    pacing: new DeliveryPacing({ processId: 'delivery-0', processes: 1 }),
    decisionLog: null,
    factLog: null,
    exposureLog: null,
    stackSelections: createStackSelections(Buffer.alloc(32, 7), {
      decisionIds: testDecisionIds,
      now: () => 1_795_000_000_000,
    }),
    decisionIds: testDecisionIds,
    metrics,
    log: createLog({ level: 'silent', name: 'test' }),
    now: () => 1_795_000_000_000,
    deliveryUrl: 'http://ads.example',
    shopperKeys: createShopperKeys('secret'),
    macroSettings: { values: new Map(), host: 'ads.example' },
  });
  return { decideAds, metrics };
}

test('a failed decision is answered without an ad and counted', async () => {
  const { decideAds, metrics } = create();
  const broken = {
    ...buildSnapshot(snapshotRows()),
    get positionBySlotName(): never {
      throw new Error('an assert failed');
    },
  } as unknown as Snapshot;
  expect(decideAds(broken, request)).toBe('[]');
  expect((await metrics.failedDecisions.get()).values).toMatchObject([{ value: 1 }]);
});

test('an answer is ASCII for all names and markup', () => {
  const { decideAds } = create();
  const answer = decideAds(buildSnapshot(snapshotRows()), request);
  expect(answer).toMatch(/^[ -~]*$/);
  expect((JSON.parse(answer) as { orderName: string }[])[0]?.orderName).toBe('Été 2026');
});

test('slots and their outcomes are counted', async () => {
  const { decideAds, metrics } = create();
  decideAds(buildSnapshot(snapshotRows()), {
    ...request,
    slots: [...request.slots, { slotName: 'no', parameters: new Map() }],
  });
  const numbers = await metrics.registry.metrics();
  expect(numbers).toContain('placard_slots_total{outcome="ad",process="delivery-0"} 1');
  expect(numbers).toContain('placard_slots_total{outcome="no_ad",process="delivery-0"} 1');
  expect(numbers).toContain('placard_ad_requests_total{process="delivery-0"} 1');
  // Requests that are only decided here are not counted as traffic.
  const counted = (text: string) => text.split('\n').filter((line) => /^placard_(slots|ad_requests)_total/.test(line));
  expect(counted(await metrics.registry.metrics())).toEqual(counted(numbers));
});
