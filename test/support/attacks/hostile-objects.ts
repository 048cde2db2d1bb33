import { callFrom, submitABooking } from '../browser/web-roles.ts';
import type { Desk, WebWorld } from '../browser/web-world.ts';
import { nextNumber } from '../fixtures/make-objects.ts';
import type { RunningPlacard } from '../process/running-placard.ts';
import { waitUntil } from '../process/wait-until.ts';
import { type Body, leastBodies, makeFormats, makeProduct, ownersOf, schedule } from './hostile-bodies.ts';
import { formula, hostileTexts, mark, markup } from './hostile-texts.ts';
import { type FieldSchema, type Follow, leastBodyOf, textFields, textsWith, withTexts } from './text-fields.ts';

type Contract = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly requestBody?: RequestBody }>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, FieldSchema>> };
};
type RequestBody = { readonly content: Readonly<Record<string, { readonly schema: FieldSchema }>> };

const clickUrl = 'https://harbour.example/x';

/** An object with hostile texts in it: the collection it is in, and its id. */
export type HostileObject = { readonly path: string; readonly id: number | string };

/** Operations that make nothing which a page of its own shows; what they take is kept by others, or tried by hand. */
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

/** The numbers of a public key, in letters: what is none is refused with the whole key. */
const isNumber = /\/publicKeys\/0\/[xyne]$/;

/** Makes objects of every kind with hostile text in every field that takes it; `missed` are fields that got none. */
export async function makeHostileObjects(world: WebWorld) {
  const { placard } = world;
  const booked = await ownersOf(world);
  const productId = await makeProduct(placard, booked.brandId);
  const owners = { ...booked, ...(await makeFormats(placard)), productId };
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

/** What an advertiser submits and uploads under hostile names, one of it refused for a hostile reason. */
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

/** Id of the decision with which the booked ad was chosen. */
function recordedDecision({ placard, booked }: WebWorld): Promise<string> {
  return waitUntil('the decision to be kept', async () => {
    const { body } = await placard.call('GET', `/api/v1/decisions?bookingId=${booked.bookingId}&limit=1`);
    return (body as { decisions?: readonly { decisionId: string }[] }).decisions?.[0]?.decisionId;
  });
}

/** What nobody else sees: it is made by whoever sits at the desk. */
export async function addHostileSchedule(desk: Desk): Promise<void> {
  await callFrom(desk, '/api/v1/report-schedules', { ...schedule, name: markup(nextNumber())[0] });
}

/** Takes in a feed of a hostile name with a hostile row in it, as whoever sits at the desk; answers the id of the import. */
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
  if (!answer.ok()) throw new Error(`The upload was answered ${answer.status()}: ${await answer.text()}`);
  const { uploadId } = (await answer.json()) as { readonly uploadId: string };
  const body = { mediaPartnerId, uploadId, kind: 'delta', format: 'csv', maxBadRowsPercent: 100 };
  return (await callFrom(desk, '/api/v1/product-imports', body)).id;
}

/** Gives what is booked, and in the reports, names that spreadsheets take for formulas, and one that is markup. */
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

/** Creates it, without what is refused. */
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
      throw new Error(`${path} answered ${status}: ${JSON.stringify(answer)} to ${JSON.stringify(sent)}`);
    }
    refused.push(...pointers.map((pointer) => pointer.replaceAll(/\/\d+/g, '/0')));
    sent = pointers.reduce((one, pointer) => withoutPart(one, base, pointer.split('/').slice(1)) as Body, sent);
  }
  throw new Error(`${path} refuses ${JSON.stringify(sent)}: ${refused.join(', ')}`);
}

/** The body with what the base has at this place, or with nothing. */
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

/** Takes a field off those that are left; `*` stands for any name, and a list that is refused for its items. */
function strike(left: Set<string>, pointer: string): void {
  for (const one of left) {
    if (new RegExp(`^${one.replace(/\/0$/, '(?:/0)?').replaceAll('*', '[^/]+')}$`).test(pointer)) left.delete(one);
  }
}
