import { callFrom, submitABooking } from '../browser/web-roles.ts';
import type { Desk, WebWorld } from '../browser/web-world.ts';
import { nextNumber } from '../fixtures/make-objects.ts';
import type { RunningPlacard } from '../process/running-placard.ts';
import { waitUntil } from '../process/wait-until.ts';
import {
  type Body,
  leastBodies,
  makeFormats,
  makeProduct,
  makeSellingOwners,
  ownersOf,
  schedule,
} from './hostile-bodies.ts';
import { formula, hostileTexts, mark, markup } from './hostile-texts.ts';
import { type FieldSchema, type Follow, leastBodyOf, textFields, textsWith, withTexts } from './text-fields.ts';

type Contract = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly requestBody?: RequestBody }>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, FieldSchema>> };
};
type RequestBody = { readonly content: Readonly<Record<string, { readonly schema: FieldSchema }>> };

const clickUrl = 'https://harbour.example/x';

/** An object that contains hostile texts: its collection and its ID. */
export type HostileObject = { readonly path: string; readonly id: number | string };

/**
 * Operations that create no object with its own page. Their input is stored by other objects, or is tested separately.
 */
const makeNothing = [
  /\/bulk$/,
  /\/actions\/\w+$/,
  /\/users\/\{id\}\/(?:password|identities)$/,
  /\/shares\/preview$/,
  /\/decisions\/explain$/,
  /\/shares\/simulate$/,
  /\/forecasts$/,
  /\/product-imports$/,
  /\/conversions$/,
];

/** The numbers of a public key, as letters. An invalid number causes the whole key to be rejected. */
const isNumber = /\/publicKeys\/0\/[xyne]$/;

/**
 * Creates objects of every kind with hostile text in every field that accepts it. `missed` contains the fields without
 * hostile text.
 */
export async function makeHostileObjects(world: WebWorld) {
  const { placard } = world;
  const booked = await ownersOf(world);
  const productId = await makeProduct(placard, booked.brandId);
  const owners = { ...booked, ...(await makeFormats(placard)), ...(await makeSellingOwners(placard)), productId };
  const contract = (await placard.call('GET', '/api/openapi.json')).body as Contract;
  const follow: Follow = (schema) => {
    const name = schema.$ref?.split('/').at(-1);
    return name === undefined ? schema : follow(contract.components.schemas[name] ?? {});
  };
  const made: HostileObject[] = [];
  const missed: string[] = [];
  for (const [path, { post }] of Object.entries(contract.paths)) {
    const schema = post?.requestBody?.content['application/json']?.schema;
    if (schema === undefined || makeNothing.some((pattern) => pattern.test(path))) continue;
    const all = hostileTexts.flatMap((family) => family(0));
    const left = textFields(schema, { follow, payloads: all });
    if (leastBodies[path] === undefined && left.size === 0) continue;
    const base = leastBodies[path] ?? ((_owners, n) => [leastBodyOf(schema, { follow, n })]);
    for (const [index, family] of hostileTexts.entries()) {
      for (const body of base(owners, nextNumber())) {
        const payloads = family(nextNumber());
        const kept = await createWith(
          { placard, path: path.replace('{id}', String(owners.partnerId)), base: body },
          withTexts(body, schema, { follow, payloads }) as Body,
        );
        for (const pointer of [...textsWith(mark, kept.sent), ...kept.refused]) strike(left, pointer);
        if (index === 0) made.push({ path, id: kept.id });
      }
    }
    missed.push(...[...left].filter((pointer) => !isNumber.test(pointer)).map((pointer) => `${path}: ${pointer}`));
  }
  return { made, missed };
}

/** Creates submissions and uploads of an advertiser with hostile names, one of them rejected for a hostile reason. */
export async function addHostileWork(world: WebWorld): Promise<readonly HostileObject[]> {
  const { brandId, formatId } = await ownersOf(world);
  const desk = await world.open('advertiser');
  const hostile = () => markup(nextNumber())[0] ?? '';
  const bookingId = await submitABooking({ world, desk }, hostile());
  const creatives: number[] = [];
  for (let made = 0; made < 2; made += 1) {
    const body = { name: hostile(), kind: 'html', brandId, formatId, html: hostile(), clickUrl };
    creatives.push((await callFrom(desk, '/api/v1/creatives', body)).id);
  }
  await desk.context.close();
  await expectDone(
    world.placard.call('POST', `/api/v1/creatives/${creatives[1]}/actions/reject`, { json: { reason: hostile() } }),
  );
  return [
    { path: '/api/v1/decisions', id: await recordedDecision(world) },
    { path: '/api/v1/bookings', id: bookingId },
    ...creatives.map((id) => ({ path: '/api/v1/creatives', id })),
  ];
}

/** Returns the ID of the recorded decision that selected the booked ad. */
function recordedDecision({ placard, booked }: WebWorld): Promise<string> {
  return waitUntil('the decision to be kept', async () => {
    const { body } = await placard.call('GET', `/api/v1/decisions?bookingId=${booked.bookingId}&limit=1`);
    return (body as { decisions?: readonly { decisionId: string }[] }).decisions?.[0]?.decisionId;
  });
}

/** Reports a conversion with a hostile order ID. */
export async function addHostileConversion({ placard }: WebWorld, actionId: number | string): Promise<void> {
  const json = { conversions: [{ orderId: markup(nextNumber())[2] }] };
  const { status, body } = await placard.call('POST', `/api/v1/conversion-actions/${actionId}/conversions`, { json });
  const { accepted } = body as { readonly accepted?: number };
  if (accepted !== 1) throw new Error(`The conversion returned ${status}: ${JSON.stringify(body)}`);
}

/** Creates a schedule that is visible only to the user of this desk. */
export async function addHostileSchedule(desk: Desk): Promise<void> {
  await callFrom(desk, '/api/v1/report-schedules', { ...schedule, name: markup(nextNumber())[0] });
}

/** Imports a feed with a hostile name and a hostile row as the user of this desk. Returns the ID of the import. */
export async function addHostileFeed(desk: Desk, mediaPartnerId: number): Promise<number> {
  const name = markup(nextNumber())[0] ?? '';
  const id = (markup(nextNumber())[0] ?? '').replaceAll('"', '""');
  const feed = Buffer.from(`id,title,link,price\n"${id}",x,https://harbour.example/x,dear\n`);
  const answer = await desk.page.request.post(new URL('/api/v1/uploads', desk.page.url()).href, {
    headers: {
      'Placard-Session': '1',
      'Sec-Fetch-Site': 'same-origin',
      'Tus-Resumable': '1.0.0',
      'Upload-Length': String(feed.length),
      'Upload-Metadata': `filename ${Buffer.from(name).toString('base64')}`,
      'Content-Type': 'application/offset+octet-stream',
    },
    data: feed,
  });
  if (!answer.ok()) throw new Error(`The upload returned ${answer.status()}: ${await answer.text()}`);
  const { uploadId } = (await answer.json()) as { readonly uploadId: string };
  const body = { mediaPartnerId, uploadId, kind: 'delta', format: 'csv', maxBadRowsPercent: 100 };
  return (await callFrom(desk, '/api/v1/product-imports', body)).id;
}

/** Renames the booked objects, which are also in the reports, to spreadsheet formulas and markup. */
export async function renameOwners(world: WebWorld): Promise<void> {
  const { campaignId, creativeId, bookingId } = world.booked;
  const owners = await ownersOf(world);
  const names: readonly (readonly [string, string])[] = [
    [`campaigns/${campaignId}`, `=${formula}`],
    [`bookings/${bookingId}`, `+${formula}`],
    [`creatives/${creativeId}`, `-${formula}`],
    [`inventory/position/${owners.positionId}`, `@${formula}`],
    [`brands/${owners.brandId}`, markup(nextNumber())[0] ?? ''],
    [`media-partners/${owners.partnerId}`, markup(nextNumber())[0] ?? ''],
    [`inventory/publication/${owners.publicationId}`, markup(nextNumber())[0] ?? ''],
  ];
  for (const [path, name] of names) {
    await expectDone(world.placard.call('PATCH', `/api/v1/${path}`, { json: { name }, headers: { 'If-Match': '*' } }));
  }
}

async function expectDone(answer: Promise<{ readonly status: number; readonly body: unknown }>): Promise<void> {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(`${status}: ${JSON.stringify(body)}`);
}

const mostTries = 8;

/** Creates the object without the rejected fields. */
async function createWith(
  { placard, path, base }: { readonly placard: RunningPlacard; readonly path: string; readonly base: Body },
  body: Body,
) {
  const refused: string[] = [];
  let sent = body;
  for (let tries = 0; tries < mostTries; tries += 1) {
    const { status, body: answer } = await placard.call('POST', path, { json: sent });
    if (status >= 200 && status < 300) {
      return { sent, refused, id: (answer as { id?: number }).id ?? 0 };
    }
    const pointers = (answer as { errors?: { pointer: string }[] }).errors?.map(({ pointer }) => pointer) ?? [];
    if (status !== 400 || pointers.length === 0) {
      throw new Error(`${path} returned ${status}: ${JSON.stringify(answer)} for ${JSON.stringify(sent)}`);
    }
    refused.push(...pointers.map((pointer) => pointer.replaceAll(/\/\d+/g, '/0')));
    sent = pointers.reduce((one, pointer) => withoutPart(one, base, pointer.split('/').slice(1)) as Body, sent);
  }
  throw new Error(`${path} rejects ${JSON.stringify(sent)}: ${refused.join(', ')}`);
}

/** Returns the body with the base value at this path, or without the field. */
function withoutPart(body: unknown, base: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return base;
  if (typeof body !== 'object' || body === null) return base;
  const [own, fallback] = [body as Record<string, unknown>, (base ?? {}) as Record<string, unknown>];
  const part = withoutPart(own[name], fallback[name], rest);
  if (Array.isArray(body))
    return body.flatMap((item, index) => (String(index) !== name ? [item] : part === undefined ? [] : [part]));
  const { [name]: _gone, ...others } = own;
  return part === undefined ? others : { ...others, [name]: part };
}

/** Removes a field from the remaining ones. `*` matches any name. A list counts as found if its items are rejected. */
function strike(left: Set<string>, pointer: string): void {
  for (const one of left) {
    if (new RegExp(`^${one.replace(/\/0$/, '(?:/0)?').replaceAll('*', '[^/]+')}$`).test(pointer)) left.delete(one);
  }
}
