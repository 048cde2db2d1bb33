import { configurationSections, documentFieldOf } from '../../../src/contract/configuration/sections.ts';
import { fileOfSection, yamlOf } from '../../../src/main/configuration-files/write-folder.ts';
import { type BrokenFile, hostileYaml } from './hostile-yaml.ts';

type Objects = Record<string, Record<string, unknown>>;
type Document = Record<string, Objects>;

const hash = 'a'.repeat(64);
/** A configuration with an object in every section. */
export const validConfiguration = {
  mediaPartners: { Aurora: { roles: ['ADVERTISER', 'INVOICE'], domains: ['aurora.example'] } },
  brands: { Filter: { mediaPartner: 'Aurora', categories: ['coffee'] } },
  publishers: { North: { companyName: 'North', domain: 'north.example' } },
  publications: { Courier: { companyName: 'Courier', publisher: 'North', timeZone: 'Europe/Amsterdam' } },
  locations: { _home_: { publication: 'Courier', code: '_home_', kind: 'page' } },
  formats: { board: { code: 'board', width: 728, height: 90, mediaType: 'banner' } },
  positions: { '_home_-board': { location: '_home_', format: 'board', blockedLabels: ['cars'] } },
  segments: { fans: { name: 'Fans', code: 'fans', ttl: 86_400 } },
  products: { 'sku-1': { brand: 'Filter', sku: 'sku-1', name: 'Coffee', link: 'https://aurora.example/1' } },
  users: { 'maya@aurora.example': { email: 'maya@aurora.example', role: 'viewer', language: 'nl' } },
  creatives: {
    Winter: { kind: 'html', brand: 'Filter', format: 'board', html: '<b>Winter</b>', state: 'pending_review' },
  },
  campaigns: {
    'crm-1': {
      name: 'Winter',
      externalId: 'crm-1',
      advertiserCompany: 'Aurora',
      invoiceCompany: 'Aurora',
      brands: ['Filter'],
      poNumber: 'PO-1',
      type: 'campaign',
      budget: { amount: '900.00', currency: 'EUR' },
      state: { paused: true },
    },
  },
  bookings: {
    Boards: {
      campaign: 'crm-1',
      type: 'display',
      startDate: '2026-11-01T00:00:00Z',
      endDate: '2026-12-24T00:00:00Z',
      activeDays: ['mon'],
      positions: ['_home_-board'],
      priority: 4,
      targeting: { fact: 'country', values: ['BE'] },
      exclusionLabels: ['cars'],
      roadblock: 'none',
      rotation: 'weighted',
      holdoutPercent: 0,
      delivery: { method: 'even', goal: { kind: 'impressions', total: 50_000 } },
      caps: [{ scope: 'day', most: 2 }],
      pricing: { model: 'cpm', rate: { amount: '4.00', currency: 'EUR' } },
      creatives: [{ creative: 'Winter', weight: 2 }],
      state: { lifecycle: 'approved' },
    },
  },
} as unknown as Document;

/** Replaces the file of a section by one with a changed object. */
function changed(
  section: string,
  change: (object: Record<string, unknown>, objects: Objects) => void,
): { file: string; text: string } {
  const objects = structuredClone(validConfiguration[section] as Objects);
  change(Object.values(objects)[0] as Record<string, unknown>, objects);
  return { file: fileOfSection(section), text: yamlOf({ [section]: objects }) };
}

const lineOf = (field: string) => new RegExp(`^\\s+(?:- )?"?${field}"?:`);

function wrongTypes(): BrokenFile[] {
  const wrong = [{ nested: { deeply: 1 } }, 12.5, [[1]], true];
  return Object.entries(validConfiguration).flatMap(([section, objects]) =>
    Object.entries(Object.values(objects)[0] ?? {}).flatMap(([field, value]) =>
      wrong
        .filter((one) => !(typeof value === 'boolean' && one === true))
        .map(
          (one, index): BrokenFile => ({
            name: `${section}.${field}: wrong type ${index + 1}`,
            ...changed(section, (object) => {
              object[field] = one;
            }),
            line: new RegExp(`^\\s+(?:- )?${field}:|^\\s+nested:|^\\s+- `),
          }),
        ),
    ),
  );
}

function unknownFields(): BrokenFile[] {
  return Object.keys(validConfiguration).map(
    (section): BrokenFile => ({
      name: `${section}: unknown field`,
      ...changed(section, (object) => {
        object['colour'] = 'red';
      }),
      line: lineOf('colour'),
      code: 'unknown_field',
    }),
  );
}

function brokenReferences(): BrokenFile[] {
  const fields = configurationSections.flatMap(({ name, references }) =>
    (references as readonly { readonly path: string }[]).flatMap(({ path }) =>
      path.includes('.') || name === 'settings' ? [] : [{ name, path }],
    ),
  );
  return fields.flatMap(({ name, path }) => {
    const isList = path.endsWith('Ids');
    const field = documentFieldOf(path);
    return [
      {
        name: `${name}.${field}: unknown key`,
        ...changed(name, (object) => {
          object[field] = isList ? ['Gone'] : 'Gone';
        }),
        line: lineOf(field),
        code: 'unknown_reference',
      },
      {
        name: `${name}.${path}: an ID`,
        ...changed(name, (object) => {
          object[path] = isList ? [12] : 12;
        }),
        line: lineOf(path),
        code: 'unknown_field',
      },
      {
        name: `${name}.${field}: a number`,
        ...changed(name, (object) => {
          object[field] = isList ? [12] : 12;
        }),
        line: lineOf(field),
        code: 'invalid_type',
      },
    ];
  });
}

function missingFields(): BrokenFile[] {
  const required = {
    brands: ['mediaPartner'],
    mediaPartners: ['roles'],
    publishers: ['companyName'],
    publications: ['publisher', 'timeZone', 'companyName'],
    locations: ['publication', 'code'],
    formats: ['code'],
    positions: ['location', 'format'],
    segments: ['code'],
    products: ['brand', 'sku', 'link'],
    users: ['email', 'role'],
    creatives: ['kind', 'brand', 'format', 'html'],
    campaigns: ['advertiserCompany', 'invoiceCompany', 'brands'],
    bookings: ['campaign', 'type', 'startDate'],
  };
  return Object.entries(required).flatMap(([section, fields]) =>
    fields.map(
      (field): BrokenFile => ({
        name: `${section}.${field}: missing`,
        ...changed(section, (object) => {
          delete object[field];
        }),
        line: new RegExp(
          `^ {2}"?${Object.keys(validConfiguration[section] ?? {})[0]?.replaceAll(/[.*+?^$()[\]\\|]/g, '\\$&')}"?:`,
        ),
      }),
    ),
  );
}

function brokenRules(): BrokenFile[] {
  const one = (
    name: string,
    section: string,
    line: RegExp,
    change: Parameters<typeof changed>[1],
    code?: string,
  ): BrokenFile => ({
    name,
    ...changed(section, change),
    line,
    ...(code !== undefined && { code }),
  });
  return [
    one(
      'a publisher is its own parent',
      'publishers',
      lineOf('parent'),
      (object) => {
        object['parent'] = 'North';
      },
      'cycle',
    ),
    one(
      'two publishers are parents of each other',
      'publishers',
      lineOf('parent'),
      (object, objects) => {
        object['parent'] = 'South';
        objects['South'] = { companyName: 'South', parent: 'North' };
      },
      'cycle',
    ),
    one(
      'three publishers form a cycle',
      'publishers',
      lineOf('parent'),
      (object, objects) => {
        object['parent'] = 'South';
        objects['South'] = { companyName: 'South', parent: 'East' };
        objects['East'] = { companyName: 'East', parent: 'North' };
      },
      'cycle',
    ),
    ...[
      'mediaPartners',
      'brands',
      'publishers',
      'publications',
      'locations',
      'formats',
      'positions',
      'campaigns',
      'bookings',
      'creatives',
      'products',
      'segments',
      'users',
    ].map((section) =>
      one(
        `${section}: the same external ID twice`,
        section,
        lineOf('externalId'),
        (object, objects) => {
          object['externalId'] = 'same';
          objects['Other'] = structuredClone(object);
        },
        'duplicate_id',
      ),
    ),
    one('the same format code twice', 'formats', /code: board|again/, (object, objects) => {
      objects['again'] = { ...object };
    }),
    one('the same slot name twice', 'positions', /again|location/, (object, objects) => {
      objects['again'] = { ...object };
    }),
    one('the same e-mail twice', 'users', /again|email/, (object, objects) => {
      objects['again'] = { ...object };
    }),
    one('a stored file is missing', 'creatives', /assets|path/, (object) => {
      object['kind'] = 'image';
      delete object['html'];
      object['assets'] = [
        { path: `media/${hash}/a.png`, sha256: hash, bytes: 1, mime: 'image/png', width: 728, height: 90 },
      ];
    }),
    one(
      'an original file is missing',
      'creatives',
      /Image|file|sha256/,
      (_object, objects) => {
        objects['Image'] = { kind: 'image', brand: 'Filter', format: 'board', file: { name: 'a.png', sha256: hash } };
      },
      'missing_file',
    ),
    one('a path leaves the file store', 'creatives', /assets|path/, (object) => {
      object['assets'] = [{ path: '../../secret', sha256: hash, bytes: 1, mime: 'image/png', width: 1, height: 1 }];
    }),
    one('the kind of a creative changes', 'creatives', lineOf('kind'), (object) => {
      object['kind'] = 'vast';
      delete object['html'];
      object['vast'] = { url: 'https://vast.example/a.xml' };
    }),
    one('a booking ends before it starts', 'bookings', lineOf('endDate'), (object) => {
      object['endDate'] = '2026-10-01T00:00:00Z';
    }),
    one('an even goal without a goal', 'bookings', /delivery|goal|method/, (object) => {
      object['delivery'] = { method: 'even' };
    }),
    one('a targeting fact is unknown', 'bookings', /targeting|fact/, (object) => {
      object['targeting'] = { fact: 'mood', values: ['good'] };
    }),
    one('the same creative twice', 'bookings', /creatives/, (object) => {
      object['creatives'] = [{ creative: 'Winter' }, { creative: 'Winter' }];
    }),
    one('a lifecycle is unknown', 'bookings', /lifecycle|state/, (object) => {
      object['state'] = { lifecycle: 'live' };
    }),
    one('a currency is not that of the budget', 'bookings', /pricing|currency|rate/, (object) => {
      object['pricing'] = { model: 'cpm', rate: { amount: '4.00', currency: 'USD' } };
    }),
    one('a time zone is unknown', 'publications', lineOf('timeZone'), (object) => {
      object['timeZone'] = 'Europe/Atlantis';
    }),
    one('a role is unknown', 'users', lineOf('role'), (object) => {
      object['role'] = 'owner';
    }),
    one(
      'a mapping names an unknown company',
      'users',
      /mappings|advertiserCompany/,
      (object) => {
        object['mappings'] = [{ advertiserCompany: 'Gone', brand: 'Filter' }];
      },
      'unknown_reference',
    ),
    one('a click URL is a script', 'creatives', lineOf('clickUrl'), (object) => {
      object['clickUrl'] = 'javascript:alert(1)';
    }),
    one(
      'a key has a control character',
      'brands',
      /mediaPartner|brands|Fil/,
      (object, objects) => {
        objects['Fil\u0007ter'] = { ...object };
      },
      'invalid_key',
    ),
    one(
      'a key has 400 characters',
      'brands',
      /xxxx/,
      (object, objects) => {
        objects['x'.repeat(400)] = { ...object };
      },
      'invalid_key',
    ),
  ];
}

/** More than 300 files with one error each. */
export const brokenFiles: readonly BrokenFile[] = [
  ...wrongTypes(),
  ...unknownFields(),
  ...brokenReferences(),
  ...missingFields(),
  ...brokenRules(),
  ...hostileYaml(),
];
