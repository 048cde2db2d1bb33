import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { makeCreativeAgent, makeFormatId } from '../../../../../test/support/agents/creative-agent.ts';
import { makePackage, startSeller, type TestSeller } from '../../../../../test/support/agents/seller-agent.ts';
import { makeObject } from '../../../../../test/support/fixtures/make-objects.ts';
import { offerHtml, offerTemplate } from '../../../../../test/support/fixtures/template-format.ts';
import { openPreviewFolder } from '../../../../exchange/previews/preview-folder.ts';

let seller: TestSeller;
beforeAll(async () => {
  vi.stubEnv('NODE_ENV', 'production');
  seller = await startSeller();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await seller?.management.close();
});

const click = { asset_type: 'url', url: 'https://brand.example/sale', url_type: 'clickthrough' };
const image = { asset_type: 'image', url: 'https://cdn.agency.example/a.png?x=1&y=2', width: 300, height: 250 };

/** Returns the stored content of a preview link. */
async function previewOf(url: string) {
  const [, name = ''] = /preview\/(?:frame\/)?([\w-]+)/.exec(url) ?? [];
  const folder = seller.management.services.config.dataFolder;
  const link = Buffer.from(name, 'base64url').toString('latin1');
  const file = /[0-9a-f]{64}/.exec(link)?.[0] ?? '';
  expect(await readFile(join(folder, 'previews', `${file}.json`), 'utf8')).toContain('creative');
  return openPreviewFolder(folder).read(file);
}

test('a manifest is previewed without storing it', async () => {
  const agent = await makeCreativeAgent(seller);
  const banner = await makeFormatId(seller);
  const native = await makeFormatId(seller, { ...offerTemplate, templateHtml: offerHtml });
  const video = await makeFormatId(seller, { mediaType: 'video', width: 640, height: 360 });
  const single = async (format: unknown, assets: unknown, more: Record<string, unknown> = {}) => {
    const manifest = { format_id: format, assets };
    const { content } = await agent.call('preview_creative', {
      request_type: 'single',
      creative_manifest: manifest,
      ...more,
    });
    return content;
  };
  const shown = await single(banner, { image, click_url: click }, { inputs: [{ name: 'Day' }, { name: 'Night' }] });
  expect(shown).toMatchObject({
    response_type: 'single',
    previews: [
      { input: { name: 'Day' }, renders: [{ output_format: 'url', dimensions: { width: 300, height: 250 } }] },
      { input: { name: 'Night' } },
    ],
  });
  const [render] = shown.previews[0].renders;
  const preview = await previewOf(render.preview_url);
  expect(preview?.creative).toMatchObject({ kind: 'html', clickUrl: click.url });
  expect(preview?.creative.html).toContain('src="https://cdn.agency.example/a.png?x=1&amp;y=2"');
  const html = await single(
    native,
    { headline: { asset_type: 'text', content: 'Sale' }, photo: { ...image, height: 200 } },
    { output_format: 'html' },
  );
  expect(html.previews[0].renders[0].preview_html).toMatch(/^<iframe src="[^"]+" width="300" height="250"/);
  const clip = {
    asset_type: 'video',
    url: 'https://cdn.agency.example/a.mp4',
    width: 640,
    height: 360,
    duration_ms: 9000,
  };
  const played = await single(video, { video: clip });
  expect((await previewOf(played.previews[0].renders[0].preview_url))?.creative.video?.media).toMatchObject({
    durationMs: 9000,
    files: [{ url: clip.url, width: 640 }],
  });
  const batch = await agent.call('preview_creative', {
    request_type: 'batch',
    requests: [
      { creative_manifest: { format_id: banner, assets: { image } } },
      { creative_manifest: { format_id: { ...banner, id: 'unknown' }, assets: { image } } },
    ],
  });
  expect(batch.content.results).toMatchObject([
    { success: true, response: { previews: [{}] } },
    { success: false, errors: [{ code: 'REFERENCE_NOT_FOUND' }] },
  ]);
  expect((await single(banner, {})).adcp_error).toMatchObject({ code: 'VALIDATION_ERROR' });
  const { count } = await seller.management.database
    .selectFrom('creative')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('creative.brandId', '=', agent.brandId)
    .executeTakeFirstOrThrow();
  expect(Number(count)).toBe(0);
});

test('the tags of a creative are those of the positions that the agent can buy', async () => {
  const agent = await makeCreativeAgent(seller);
  const other = await makeCreativeAgent(seller);
  const cinema = await makePackage(seller, 'Cinema', {}, { mediaType: 'video', width: 640, height: 360 });
  const banner = await makePackage(seller, 'Sports');
  const format = (id: string) => ({ agent_url: 'https://seller.example', id });
  await agent.sync([
    {
      creative_id: 'spot',
      name: 'Spot',
      format_id: format(cinema.formatId),
      assets: { tag: { asset_type: 'vast', delivery_type: 'url', url: 'https://other.example/vast' } },
    },
    {
      creative_id: 'box',
      name: 'Box',
      format_id: format(banner.formatId),
      assets: { html: { asset_type: 'html', content: '<b>Box</b>' } },
    },
    {
      creative_id: 'elsewhere',
      name: 'Elsewhere',
      format_id: await makeFormatId(seller),
      assets: { html: { asset_type: 'html', content: '<b>Elsewhere</b>' } },
    },
  ]);
  let calls = 0;
  const build = async (who: typeof agent, creativeId: string, more: Record<string, unknown> = {}) => {
    calls += 1;
    const key = `build-creative-${String(calls).padStart(8, '0')}`;
    const { content } = await who.call('build_creative', {
      account: who.account,
      creative_id: creativeId,
      idempotency_key: key,
      ...more,
    });
    return content;
  };
  const { deliveryUrl } = seller.management.services.config;
  const slotOf = async (code: string) => {
    const { slotName } = await seller.management.database
      .selectFrom('position')
      .innerJoin('format', 'format.id', 'position.formatId')
      .select('position.slotName')
      .where('format.code', '=', code)
      .executeTakeFirstOrThrow();
    return slotName;
  };
  const spot = await build(agent, 'spot', { target_format_id: format(cinema.formatId) });
  expect(spot.creative_manifest).toMatchObject({
    format_id: { id: cinema.formatId },
    assets: {
      tag: {
        asset_type: 'vast',
        url: `${deliveryUrl}/ad/sl${await slotOf(cinema.formatId)}/tlnone/?vastVersion=4.2`,
      },
    },
  });
  const box = await build(agent, 'box');
  expect(box.creative_manifest.assets.tag.content).toBe(
    `<script src="${deliveryUrl}/ad/sl${await slotOf(banner.formatId)}/"></script>`,
  );
  expect((await build(agent, 'box', { package_id: 'elsewhere' })).creative_manifest).toEqual(box.creative_manifest);
  expect((await build(agent, 'elsewhere')).adcp_error.code).toBe('INVALID_STATE');
  expect((await build(other, 'box')).adcp_error.code).toBe('CREATIVE_NOT_FOUND');
  expect((await build(agent, 'box', { target_format_id: format(cinema.formatId) })).adcp_error.code).toBe(
    'REFERENCE_NOT_FOUND',
  );
  const brief = await agent.call('build_creative', {
    message: 'A banner',
    target_format_id: format(banner.formatId),
    idempotency_key: 'build-from-a-brief',
  });
  expect(brief.content.creative_manifest).toMatchObject({ format_id: { id: banner.formatId }, assets: { tag: {} } });
  const manifest = { format_id: format(banner.formatId), assets: {} };
  expect((await build(agent, 'box', { creative_manifest: manifest })).adcp_error.code).toBe('UNSUPPORTED_FEATURE');
  const stored = await agent.call('preview_creative', { request_type: 'variant', variant_id: 'box' });
  expect(stored.content).toMatchObject({ response_type: 'variant', variant_id: 'box', previews: [{}] });
  const foreign = await other.call('preview_creative', { request_type: 'variant', variant_id: 'box' });
  expect(foreign.content.adcp_error.code).toBe('CREATIVE_NOT_FOUND');
});

test('delivery of creatives is that of the reports, and usage is not accepted', async () => {
  const agent = await makeCreativeAgent(seller);
  await seller.management.database.updateTable('deploymentSettings').set({ currency: 'SEK' }).execute();
  const empty = await agent.call('get_creative_delivery', { account: agent.account, creative_ids: ['box'] });
  expect(empty.content).toMatchObject({ creatives: [], currency: 'SEK' });
  const bought = await agent.call('get_media_buy_delivery', { account: agent.account });
  expect(bought.content).toMatchObject({ media_buy_deliveries: [], currency: 'SEK' });
  const usage = { account: agent.account, vendor_cost: 1, currency: 'EUR', impressions: 5 };
  const reported = await agent.call('report_usage', {
    idempotency_key: 'report-usage-once',
    reporting_period: { start: '2026-03-01T00:00:00Z', end: '2026-03-31T00:00:00Z' },
    usage: [usage],
  });
  expect(reported.content).toMatchObject({ accepted: 0, ext: { placard: { refused: [{ field: 'usage[0]' }] } } });
  expect(await makeObject(seller.management, 'brands')).toMatchObject({ archivedAt: null });
});
