import { describe, expect, test } from 'vitest';
import { readConfig, SettingError } from './config.ts';
import { settings } from './settings.ts';

describe('settings', () => {
  test('default addresses are those of the local machine', () => {
    const config = readConfig({}, 'all');
    expect(config).toMatchObject({
      managementPort: 8080,
      deliveryPort: 8081,
      publicUrl: 'http://localhost:8080',
      deliveryUrl: 'http://localhost:8081',
      creativeOrigin: 'http://127.0.0.1:8081',
      demo: true,
      databaseUrl: null,
      admin: null,
      client: null,
    });
    expect(config.deliveryProcesses).toBeGreaterThanOrEqual(1);
  });

  test('default addresses follow the ports', () => {
    const config = readConfig({ PORT: '9000', PLACARD_DELIVERY_PORT: '9001' }, 'all');
    expect([config.publicUrl, config.deliveryUrl]).toEqual(['http://localhost:9000', 'http://localhost:9001']);
  });

  test('creatives have a separate host name, or none if no suitable one is known', () => {
    const delivery = { PLACARD_DELIVERY_URL: 'https://ads.example.com' };
    const origin = { PLACARD_CREATIVE_ORIGIN: 'https://creatives.example.com' };
    expect(readConfig({ PLACARD_DELIVERY_PORT: '9001' }, 'all').creativeOrigin).toBe('http://127.0.0.1:9001');
    expect(readConfig(delivery, 'all').creativeOrigin).toBeNull();
    expect(readConfig({ ...delivery, ...origin }, 'all').creativeOrigin).toBe('https://creatives.example.com');
  });

  test('an empty variable counts as not set', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '' }, 'all')).toMatchObject({
      managementPort: 8080,
      databaseUrl: null,
    });
  });

  test.each([
    ['PORT', { PORT: 'http' }],
    ['PORT', { PORT: '70000' }],
    ['PLACARD_DELIVERY_PORT', { PORT: '9000', PLACARD_DELIVERY_PORT: '9000' }],
    ['PLACARD_DELIVERY_URL', { PLACARD_DELIVERY_URL: 'ads.example.com' }],
    ['PLACARD_DELIVERY_URL', { PLACARD_DELIVERY_URL: 'https://ads.example.com/' }],
    ['PLACARD_DELIVERY_URL', { PLACARD_DELIVERY_URL: "https://ads.example.com/it's" }],
    ['PLACARD_DELIVERY_URL', { PLACARD_DELIVERY_URL: 'ftp://ads.example.com' }],
    ['PLACARD_CREATIVE_ORIGIN', { PLACARD_CREATIVE_ORIGIN: 'http://localhost:8082' }],
    ['PLACARD_CREATIVE_ORIGIN', { PLACARD_CREATIVE_ORIGIN: 'https://creatives.example.com/html5' }],
    ['PLACARD_SECRET', { PLACARD_SECRET: 'too short' }],
    ['PLACARD_ADMIN_PASSWORD', { PLACARD_ADMIN_EMAIL: 'ada@example.com' }],
    ['PLACARD_CLIENT_ID', { PLACARD_CLIENT_SECRET: 'a-secret-of-some-length' }],
    ['PLACARD_CLIENT_ID', { PLACARD_CLIENT_ID: 'a b', PLACARD_CLIENT_SECRET: 'a-secret-of-some-length' }],
    ['PLACARD_DEMO', { PLACARD_DEMO: 'yes' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://localhost/placard' }],
    ['REDIS_URL', { REDIS_URL: 'localhost:6379' }],
    ['PLACARD_VIDEO_CACHE_MB', { PLACARD_VIDEO_CACHE_MB: '1' }],
    ['PLACARD_TCF_VENDOR_ID', { PLACARD_TCF_VENDOR_ID: '65536' }],
    ['PLACARD_TRUSTED_PROXIES', { PLACARD_TRUSTED_PROXIES: '10.0.0.0/8,proxy.example' }],
    ['PLACARD_TRUSTED_PROXIES', { PLACARD_TRUSTED_PROXIES: '10.0.0.0/33' }],
    ['PLACARD_CLIENT_ADDRESS_HEADER', { PLACARD_CLIENT_ADDRESS_HEADER: 'X Forwarded' }],
    ['PLACARD_GEO_DATABASE', { PLACARD_GEO_DATABASE: '/nowhere/geo.mmdb' }],
  ])('names %s for an invalid value: %j', (name, environment) => {
    expect(() => readConfig(environment, 'all')).toThrow(SettingError);
    expect(() => readConfig(environment, 'all')).toThrow(name);
  });

  test('messages describe the problem and the value unless it is a secret', () => {
    const environment = {
      PORT: 'http',
      PLACARD_PROCESSES: '0',
      PLACARD_DELIVERY_URL: 'ads.example.com',
      PLACARD_DEMO: 'yes',
      PLACARD_SECRET: 'short',
      DATABASE_URL: 'mysql://me:pass@localhost/placard',
    };
    expect(() => readConfig(environment, 'all')).toThrow(
      new SettingError(
        [
          'PORT: must be an integer from 1 to 65535; it is set to `http`',
          'PLACARD_DELIVERY_URL: must be a URL such as https://ads.example.com; it is set to `ads.example.com`',
          'PLACARD_PROCESSES: must be an integer from 1 to 256; it is set to `0`',
          'PLACARD_SECRET: must have at least 32 characters',
          'PLACARD_DEMO: must be one of on, off; it is set to `yes`',
          'DATABASE_URL: must begin with postgres:// or postgresql://',
        ].join('\n'),
      ),
    );
  });

  test('all are in the table of the guide (vitest -u writes it)', async () => {
    const rows = Object.entries(settings.shape).map(([name, schema]) => {
      const standard = schema.safeParse(undefined).data;
      return `| \`${name}\` | ${standard === undefined ? '' : `\`${standard}\``} | ${schema.description} |`;
    });
    const table = ['| setting | default | meaning |', '|---|---|---|', ...rows].join('\n');
    const intro =
      'Every setting is an environment variable that is checked at start. If a setting is invalid, Placard does not start and prints the name of the setting.';
    await expect(`# Settings\n\n${intro}\n\n${table}\n`).toMatchFileSnapshot(
      '../../../docs/guide/reference/settings.md',
    );
  });
});
