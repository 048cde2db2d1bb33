import { actions } from '../../../src/core/vocabulary/statuses.ts';
import { makeBody, makeObject, nextNumber } from '../fixtures/make-objects.ts';
import type { TestManagement } from '../server/test-management.ts';
import { type Chance, chanceOf } from './odd-streams.ts';

type Ids = Readonly<Record<string, number[]>>;
type Body = Record<string, unknown>;

export type RandomEditor = {
  readonly kinds: readonly string[];
  /** Creates related objects for the edits to find. */
  prepare(): Promise<void>;
  /** Makes one change of any resource type that the API accepts. */
  edit(): Promise<void>;
  /** Returns a description of the last change. */
  last(): string;
  /** Returns the accepted changes by resource type. */
  counts(): Readonly<Record<string, number>>;
};

const kinds = [
  'inventory/publisher',
  'inventory/publication',
  'inventory/location',
  'inventory/format',
  'inventory/position',
  'media-partners',
  'brands',
  'campaigns',
  'bookings',
  'creatives',
  'service-accounts',
];

/** Reversible actions. */
const gentleActions = ['submit', 'approve', 'pause', 'resume', 'unarchive'];

/** Most consecutive rejected changes. More would mean that no change is possible any more. */
const maxRefused = 200;

/** Number of edits between two listings of the existing objects. */
const editsPerLook = 8;

/**
 * Creates, changes, archives and acts on objects of every resource type through the management API, reproducible by
 * seed.
 */
export function createRandomEditor(management: TestManagement, seed: number): RandomEditor {
  const chance = chanceOf(seed);
  const ids: Ids = Object.fromEntries(kinds.map((kind) => [kind, []]));
  const counts: Record<string, number> = {};
  let edits = 0;
  let last = '';

  async function learn(): Promise<void> {
    for (const kind of kinds) {
      const { body } = await management.call('GET', `/${kind}?limit=500`);
      const found = (body as { id: number }[]).map(({ id }) => id).sort((a, b) => a - b);
      ids[kind]?.splice(0, Number.POSITIVE_INFINITY, ...found);
    }
  }

  return {
    kinds,
    prepare,
    last: () => last,
    counts: () => counts,
    async edit() {
      for (let refused = 0; refused < maxRefused; refused += 1) {
        if (edits % editsPerLook === 0 && refused === 0) await learn();
        const kind = pick(chance, kinds) as string;
        const accepted = await tryEdit(kind);
        if (!accepted) continue;
        counts[kind] = (counts[kind] ?? 0) + 1;
        edits += 1;
        return;
      }
      throw new Error(`${maxRefused} changes were rejected, the last was ${last}`);
    },
  };

  /** A campaign whose bookings have approved creatives of two brands, to which most objects are related. */
  async function prepare(): Promise<void> {
    const partner = (await makeObject(management, 'media-partners', { domains: ['partner.example'] })).id;
    const brands = [
      (await makeObject(management, 'brands', { mediaPartnerId: partner })).id,
      (await makeObject(management, 'brands', { mediaPartnerId: partner, domains: ['brand.example'] })).id,
    ];
    const campaign = await makeObject(management, 'campaigns', {
      advertiserCompanyId: partner,
      invoiceCompanyId: partner,
      brandIds: brands,
    });
    const formatId = (await makeObject(management, 'inventory/format')).id;
    const creatives: number[] = [];
    for (const brandId of [...brands, ...brands]) {
      const { id } = await makeObject(management, 'creatives', { brandId, formatId });
      for (const action of ['submit', 'approve']) await call('POST', `/creatives/${id}/actions/${action}`);
      creatives.push(id);
    }
    for (const [index, creativeId] of [...creatives, ...creatives].entries()) {
      const other = creatives[(index + 1) % creatives.length];
      await makeObject(management, 'bookings', {
        campaignId: campaign.id,
        creatives: [{ creativeId }, { creativeId: other }].slice(index % 2),
      });
    }
  }

  async function tryEdit(kind: string): Promise<boolean> {
    const id = pickOld(chance, ids[kind] ?? []);
    const way = chance();
    if (id === undefined || way < 0.2) return call('POST', `/${kind}`, await bodyOf(kind));
    if (way < 0.65) return call('PATCH', `/${kind}/${id}`, patchOf(kind));
    if (way < 0.68) return call('DELETE', `/${kind}/${id}`);
    return call('POST', `/${kind}/${id}/actions/${pick(chance, chance() < 0.2 ? actions : gentleActions)}`);
  }

  async function call(method: string, path: string, body?: Body): Promise<boolean> {
    const headers = method === 'POST' ? {} : { 'if-match': '*' };
    const { status } = await management.call(method as 'POST', path, {
      headers,
      ...(body === undefined ? {} : { body }),
    });
    last = `${method} ${path} ${JSON.stringify(body ?? null)}: ${status}`;
    if (status >= 500) throw new Error(last);
    return status < 300;
  }

  /** Half of the new objects refer to existing objects, and half create all their references. */
  async function bodyOf(kind: string): Promise<Body> {
    return makeBody(management, kind, chance() < 0.5 ? referencesOf(kind) : {});
  }

  function some(kind: string): number | undefined {
    return pickOld(chance, ids[kind] ?? []);
  }

  function referencesOf(kind: string): Body {
    const wanted: Body =
      {
        'inventory/publisher': { parentId: some('inventory/publisher') },
        'inventory/publication': { publisherId: some('inventory/publisher') },
        'inventory/location': { publicationId: some('inventory/publication') },
        'inventory/position': { locationId: some('inventory/location'), formatId: some('inventory/format') },
        brands: { mediaPartnerId: some('media-partners') },
        bookings: {
          campaignId: some('campaigns'),
          positionIds: [some('inventory/position')].filter((id) => id !== undefined),
          publicationIds: [some('inventory/publication')].filter((id) => id !== undefined),
          creatives: [],
        },
        creatives: { brandId: some('brands'), formatId: some('inventory/format') },
      }[kind] ?? {};
    return Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
  }

  function patchOf(kind: string): Body {
    const n = nextNumber();
    const domains = chance() < 0.3 ? [] : [`d${n}.example`];
    const patches: Readonly<Record<string, readonly Body[]>> = {
      'inventory/publisher': [{ companyName: `P ${n}` }, { parentId: null }, referencesOf(kind)],
      'inventory/publication': [{ companyName: `P ${n}` }, { timeZone: 'UTC' }, { domains }, referencesOf(kind)],
      'inventory/location': [{ code: `_l${n}_` }, { name: `L ${n}` }, referencesOf(kind)],
      'inventory/format': [{ code: `f${n}` }, { width: 100 + n, height: 50 }, { width: 50 + n }],
      'inventory/position': [{ code: `_p${n}` }, { blockedLabels: [`b${n % 3}`] }, referencesOf(kind)],
      'media-partners': [{ domains }, { name: `M ${n}` }],
      brands: [{ domains }, { name: `B ${n}` }, referencesOf(kind)],
      campaigns: [{ name: `C ${n}` }, { type: pick(chance, ['campaign', 'option', 'offer']) }, { poNumber: `${n}` }],
      bookings: [
        { name: `B ${n}`, priority: n % 10 },
        { creatives: [{ creativeId: some('creatives'), weight: 1 + (n % 5) }] },
        { creatives: [] },
        { targeting: { key: 'ct', values: [`v${n}`] } },
        { pricing: { model: 'cpm', rate: { amount: '2.50', currency: 'EUR' } } },
      ],
      creatives: [
        { name: `C ${n}` },
        { html: `<b>${n}</b>` },
        { clickUrl: `https://shop.example/${n}` },
        referencesOf(kind),
      ],
      'service-accounts': [{ name: `S ${n}` }],
    };
    return pick(chance, patches[kind] ?? []) ?? {};
  }
}

/** Prefers older objects, because others refer to them. */
function pickOld<Item>(chance: Chance, items: readonly Item[]): Item | undefined {
  return items[Math.floor(chance() ** 3 * items.length)];
}

function pick<Item>(chance: Chance, items: readonly Item[]): Item | undefined {
  return items[Math.floor(chance() * items.length)];
}
