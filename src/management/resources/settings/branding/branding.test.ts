import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openWebBrowser } from '../../../../../test/support/browser/web-browser.ts';
import { makeObject } from '../../../../../test/support/fixtures/make-objects.ts';
import { sendMultipartFile } from '../../../../../test/support/server/send-upload.ts';
import { startTestManagement, type TestManagement } from '../../../../../test/support/server/test-management.ts';

let management: TestManagement;
beforeAll(async () => {
  management = await startTestManagement();
});
afterAll(() => management?.close());
afterEach(async () => {
  await change({ accountName: null, accentColor: null, mailSenderName: null });
  await management.call('DELETE', '/settings/logo');
  await management.call('DELETE', '/settings/sign-in-image');
});

const change = (body: Record<string, unknown>) =>
  management.call('PATCH', '/settings', { body, headers: { 'if-match': '*' } });
const upload = (path: string, content: Uint8Array | string, options = {}) =>
  sendMultipartFile(management, path, { content: Buffer.from(content), name: 'file' }, options);
const read = (url: string) => management.app.inject({ method: 'GET', url });
const picture = (format: 'png' | 'jpeg' | 'webp' | 'gif', width = 40) =>
  sharp({ create: { width, height: width, channels: 3, background: '#6d28d9' } })
    .toFormat(format)
    .toBuffer();
const svg = (content = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9" fill="#6d28d9"/>${content}</svg>`;

describe('the accent color', () => {
  test('accepts a readable color', async () => {
    expect(await change({ accentColor: '#6d28d9' })).toMatchObject({ status: 200, body: { accentColor: '#6d28d9' } });
  });

  test('states the measured contrast and the nearest valid color of an unreadable one, which is accepted', async () => {
    const refused = await change({ accentColor: '#ff6600' });
    const error = refused.body.errors[0];
    expect(error).toMatchObject({ pointer: '/accentColor', code: 'invalid_value' });
    expect(error.message).toMatch(/^has a contrast of 2\.94:1 with white text and 2\.72:1 with the page background/);
    const nearest = /color is (#[0-9a-f]{6})$/.exec(error.message)?.[1];
    expect((await change({ accentColor: nearest })).status).toBe(200);
  });

  test('has a style sheet for each readable color', async () => {
    const style = await read('/branding/accent-6d28d9.css');
    expect(style).toMatchObject({ statusCode: 200, headers: { 'content-type': 'text/css; charset=utf-8' } });
    expect(style.body).toContain('--accent:#6d28d9');
    expect((await read('/branding/accent-ffffff.css')).statusCode).toBe(404);
  });
});

describe('the logo', () => {
  test('is served without a session, cacheable, and with a policy that runs no script', async () => {
    const saved = await upload('/settings/logo', svg());
    expect(saved).toMatchObject({
      status: 200,
      body: { logoPath: expect.stringMatching(/^\/branding\/[0-9a-f]{64}\.svg$/) },
    });
    const file = await read(saved.body.logoPath);
    expect(file.statusCode).toBe(200);
    expect(file.body).toBe(svg());
    expect(file.headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
      'content-disposition': expect.stringMatching(/^attachment;/),
      'x-content-type-options': 'nosniff',
    });
    const audit = await management.call('GET', '/audit?kind=settings&sort=-id&limit=1');
    expect(audit.body).toMatchObject([{ action: 'update', after: { logoPath: saved.body.logoPath } }]);
  });

  test.each(['png', 'webp'] as const)('can be a %s image', async (format) => {
    const saved = await upload('/settings/logo', await picture(format));
    expect(saved.body.logoPath).toMatch(new RegExp(`\\.${format}$`));
    expect((await read(saved.body.logoPath)).headers['content-type']).toBe(`image/${format}`);
  });

  test('is no longer served after it was replaced or removed', async () => {
    const first = (await upload('/settings/logo', svg())).body.logoPath;
    const second = (await upload('/settings/logo', svg('<circle r="1"/>'))).body.logoPath;
    expect((await read(first)).statusCode).toBe(404);
    expect((await read(second)).statusCode).toBe(200);
    expect((await management.call('DELETE', '/settings/logo')).body.logoPath).toBeNull();
    expect((await read(second)).statusCode).toBe(404);
  });

  test.each<[string, string]>([
    ['a script', svg('<script>alert(1)</script>')],
    ['a script with a prefix', svg('<s:script xmlns:s="http://www.w3.org/2000/svg">alert(1)</s:script>')],
    ['an event handler', svg('<rect onload="alert(1)"/>')],
    ['an event handler after a slash', svg('<rect/onclick=alert(1)>')],
    ['HTML in a foreign object', svg('<foreignObject><b/></foreignObject>')],
    ['an external image', svg('<image href="https://tracker.example/1.png"/>')],
    ['an external image without quotes', svg('<image href=//tracker.example/1.png>')],
    ['an SVG as a data URL', svg('<image href="data:image/svg+xml;base64,AAAA"/>')],
    ['an external use', svg('<use xlink:href="https://other.example/x.svg#a"/>')],
    ['a script as the target of a link', svg('<a href="javascript:alert(1)"><rect/></a>')],
    ['an encoded script', svg('<rect fill="&#106;avascript:1"/>')],
    ['an animation of a link', svg('<animate attributeName="href" to="x"/>')],
    ['an external style sheet', svg('<style>@import "https://other.example/x.css";</style>')],
    ['an external fill', svg('<style>rect{fill:url(https://other.example/x#a)}</style>')],
    ['an entity', `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg('<text>&x;</text>')}`],
    ['a style sheet instruction', `<?xml-stylesheet href="https://other.example/x.css"?>${svg()}`],
  ])('refuses an SVG with %s', async (_what, content) => {
    expect(await upload('/settings/logo', content)).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/file' }] },
    });
    expect((await management.call('GET', '/settings')).body.logoPath).toBeNull();
  });

  test('accepts gradients, inner references and embedded images', async () => {
    const content = svg(
      '<defs><linearGradient id="a"/></defs><rect fill="url(#a)"/><use href="#a"/><image href="data:image/png;base64,AAAA"/>',
    );
    expect((await upload('/settings/logo', `<?xml version="1.0"?>\n<!-- A logo -->${content}`)).status).toBe(200);
  });

  test('refuses other types and large files', async () => {
    const refusals = [await picture('gif'), await picture('jpeg'), 'a text', '<html><svg></svg></html>'];
    for (const content of refusals) expect((await upload('/settings/logo', content)).status).toBe(400);
    const large = await upload('/settings/logo', svg(`<!--${'x'.repeat(200_000)}-->`));
    expect(large.body.errors).toMatchObject([{ pointer: '/file', code: 'too_big' }]);
  });
});

describe('the image of the sign-in page', () => {
  test('is resized and shown next to the form', async () => {
    const saved = await upload('/settings/sign-in-image', await picture('jpeg', 2400));
    const path = saved.body.signInImagePath;
    const file = await read(path);
    expect(await sharp(file.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 1920 });
    expect((await read('/sign-in')).body).toContain(`<img src="${path}" alt="">`);
  });

  test('cannot be an SVG', async () => {
    expect((await upload('/settings/sign-in-image', svg())).status).toBe(400);
  });
});

describe('pages', () => {
  test('show name, logo and color without a session, and nothing else of the settings', async () => {
    const { logoPath } = (await upload('/settings/logo', svg())).body;
    await change({ accountName: 'North <Press>', accentColor: '#6d28d9', mailSenderName: 'Secret sender' });
    const page = await openWebBrowser(management.app, '198.51.100.9').get('/sign-in');
    expect(page.text).toContain('<title>Sign in · North &lt;Press&gt;</title>');
    expect(page.text).toContain(`<img src="${logoPath}" alt="" height="32"> North &lt;Press&gt;`);
    expect(page.text).toContain('<link rel="stylesheet" href="/branding/accent-6d28d9.css">');
    expect(page.text).not.toContain('Secret sender');
  });

  test('show the default branding without settings', async () => {
    const page = (await read('/sign-in')).body;
    expect(page).toContain('<title>Sign in · Placard</title>');
    expect(page).not.toContain('/branding/');
  });
});

test('only administrators change the branding, and unknown files do not exist', async () => {
  const { id } = await makeObject(management, 'users', { role: 'manager', email: 'manager@branding.example' });
  expect((await upload('/settings/logo', svg(), { user: id })).status).toBe(403);
  expect((await upload('/settings/logo', svg(), { scopes: null })).status).toBe(401);
  expect((await management.call('DELETE', '/settings/sign-in-image', { user: id })).status).toBe(403);
  for (const file of ['a', `${'0'.repeat(64)}.svg`, '..%2Fplacard.sql']) {
    expect((await read(`/branding/${file}`)).statusCode).toBe(404);
  }
});
