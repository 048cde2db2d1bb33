import { expect, test } from 'vitest';
import { readConfig } from '../../platform/config/config.ts';
import { addressNote } from './address-note.ts';

test.each([
  [{}, 'PLACARD_DELIVERY_URL and PLACARD_CREATIVE_ORIGIN'],
  [
    { PLACARD_DELIVERY_URL: 'https://ads.example', PLACARD_CREATIVE_ORIGIN: 'http://127.0.0.1:8081' },
    'PLACARD_CREATIVE_ORIGIN',
  ],
  [{ PLACARD_DELIVERY_URL: 'http://localhost:9081' }, 'PLACARD_DELIVERY_URL'],
])('the start lists the settings for other devices: %j', (environment, settings) => {
  const note = addressNote(readConfig(environment, 'all'));
  expect(note).toBe(`  Ads work on this machine only. For other devices, set ${settings}.`);
});

test('the start prints no note if other devices can reach the addresses', () => {
  const environment = {
    PLACARD_DELIVERY_URL: 'https://ads.example',
    PLACARD_CREATIVE_ORIGIN: 'https://creatives.example',
  };
  expect(addressNote(readConfig(environment, 'all'))).toBeNull();
  expect(addressNote(readConfig({ PLACARD_DELIVERY_URL: 'https://ads.example' }, 'all'))).toBeNull();
});
