/** Text that is inserted before an anchor. The file contains the anchor once. */
type Insertion = { readonly file: string; readonly before: string; readonly text: string };

/** The languages of `messages`. */
export const languages = ['en', 'nl', 'fr', 'de'] as const;

/** A change of CONTRIBUTING.md, "Common changes". */
export type CommonChange = {
  readonly name: string;
  /** Maximum number of files that are written or edited manually, without tests. */
  readonly most: number;
  readonly insertions: readonly Insertion[];
  /** New texts of the message catalog, by key, in the order of `languages`. */
  readonly messages: Readonly<Record<string, readonly [en: string, nl: string, fr: string, de: string]>>;
  /** New files. Their text is below `files/` with the suffix `.txt`. */
  readonly newFiles: readonly string[];
  /** Edits of tests and their fixtures that the compiler requires. */
  readonly tests: readonly Insertion[];
};

const weatherFact: Insertion = {
  file: 'src/core/targeting/value-facts.ts',
  before: '} as const satisfies Readonly<Record<string, Declared>>;',
  text: `  weather: {
    number: 13,
    member: 'weather',
    description: 'Weather',
    example: 'rain',
    offered: ['sunny', 'cloudy', 'rain', 'snow'],
  },
`,
};

const startsPrice: Insertion = {
  file: 'src/core/pricing/price-model.ts',
  before: "  cpd: { unit: { per: 'day' },",
  text: `  cpms: {
    unit: { per: 'events', counter: 'starts', events: 1000 },
    description: 'the rate for 1,000 video starts',
  },
`,
};

const engagementEvent: Insertion = {
  file: 'src/core/pricing/billable-events.ts',
  before: '} as const satisfies Readonly<Record<string, Declared>>;',
  text: `  engagement: {
    counter: 'engagements',
    number: 6,
    description: 'Engagements: interactions with a rich-media ad, at most one per impression',
    trackingNames: ['engagement'],
    goals: ['engagements'],
    pacingName: 'engagements',
    touch: null,
    assumedPerWin: { events: 0.01, weight: 200, halfLife: 10_000 },
  },
`,
};

function counted(...[en, nl, fr, de]: readonly [string, string, string, string]) {
  return [
    `{count, plural, one {# ${en}} other {# ${en}s}}`,
    `{count, plural, one {# ${nl}} other {# ${nl}s}}`,
    `{count, plural, one {# ${fr}} many {# ${fr}s} other {# ${fr}s}}`,
    `{count, plural, one {# ${de}} other {# ${de}en}}`,
  ] as const;
}

function forecast(...[en, nl, fr, de]: readonly [string, string, string, string]) {
  const count = '<strong>{count, number}</strong>';
  return [
    `${count} ${en} until {date}`,
    `${count} ${nl} tot {date}`,
    `${count} ${fr} jusqu’au {date}`,
    `${count} ${de} bis {date}`,
  ] as const;
}

export const commonChanges: readonly CommonChange[] = [
  {
    name: 'a targeting fact',
    most: 5,
    insertions: [
      weatherFact,
      {
        file: 'src/delivery/request/read-context.ts',
        before: '  get pageUrl(): string | undefined {',
        text: `  /** Where the viewer is: \`we\`. */
  get weather(): readonly string[] {
    return knownValues(this.#parameters.get('we'));
  }

`,
      },
    ],
    messages: { 'labels.targetingFact.weather': ['Weather', 'Weer', 'Météo', 'Wetter'] },
    newFiles: [],
    tests: [],
  },
  {
    name: 'a price model',
    most: 4,
    insertions: [startsPrice],
    messages: {
      'labels.priceModel.cpms': ['CPM of starts', 'CPM van starts', 'CPM des lancements', 'TKP der Starts'],
      'booking.priceText.cpms': ['{amount} CPMS', '{amount} CPMS', '{amount} CPMS', '{amount} TKPS'],
    },
    newFiles: [],
    tests: [],
  },
  {
    name: 'a column of the campaign list',
    most: 4,
    insertions: [
      {
        file: 'src/web/campaign/campaign-list-columns.tsx',
        before: 'import { compactText, conjunctionText,',
        text: "import { percentText } from '../labels/figures.ts';\n",
      },
      {
        file: 'src/web/campaign/campaign-list-columns.tsx',
        before: "    {\n      key: 'name',",
        text: `    {
      key: 'ctr',
      title: t('labels.reportColumn.ctrPercent'),
      render: ({ delivered }) => {
        const { clicks, impressions } = delivered;
        return percentText(impressions === 0 ? null : clicks / impressions);
      },
    },
`,
      },
      {
        file: 'src/web/campaign/export-columns.ts',
        before: '  ...Object.fromEntries(generalCounters.map(',
        text: `  ctrPercent: ({ delivered: { clicks, impressions } }) => {
    return impressions === 0 ? null : Math.round((10_000 * clicks) / impressions) / 100;
  },
`,
      },
    ],
    messages: {},
    newFiles: [],
    tests: [],
  },
  {
    name: 'a billable event',
    most: 4,
    insertions: [engagementEvent],
    messages: {
      'labels.counter.engagements': ['Engagements', 'Interacties', 'Interactions', 'Interaktionen'],
      'labels.goal.engagements': ['Engagements', 'Interacties', 'Interactions', 'Interaktionen'],
      'labels.reportColumn.engagements': ['Engagements', 'Interacties', 'Interactions', 'Interaktionen'],
      'booking.goalTotal.engagements': counted('engagement', 'interactie', 'interaction', 'Interaktion'),
      'booking.forecast.engagements': forecast('engagements', 'interacties', 'interactions', 'Interaktionen'),
      'booking.furtherForecast.engagements': forecast('engagements', 'interacties', 'interactions', 'Interaktionen'),
    },
    newFiles: ['src/platform/db/migrations/9002-engagements.ts'],
    tests: [],
  },
  {
    name: 'a resource type',
    most: 9,
    insertions: [
      {
        file: 'src/contract/resource-types/all-resource-types.ts',
        before: "import { segmentType } from './segment.ts';",
        text: "import { salesRegionType } from './sales-region.ts';\n",
      },
      {
        file: 'src/contract/resource-types/all-resource-types.ts',
        before: '  settingsType,\n] as const;',
        text: '  salesRegionType,\n',
      },
    ],
    messages: {
      'labels.resourceType.sales-regions': ['Sales region', 'Verkoopregio', 'Région de vente', 'Verkaufsregion'],
      'labels.resourceTypes.sales-regions': ['Sales regions', 'Verkoopregio’s', 'Régions de vente', 'Verkaufsregionen'],
      'labels.newResource.sales-regions': [
        'New sales region',
        'Nieuwe verkoopregio',
        'Nouvelle région',
        'Neue Verkaufsregion',
      ],
      'labels.createResource.sales-regions': ['Create region', 'Regio aanmaken', 'Créer la région', 'Region erstellen'],
      'access.text.salesRegions': [
        'Sales regions group campaigns. They do not affect delivery.',
        'Verkoopregio’s groeperen campagnes. Ze hebben geen invloed op de uitlevering.',
        'Les régions de vente regroupent les campagnes. Elles n’affectent pas la diffusion.',
        'Verkaufsregionen gruppieren Kampagnen. Sie beeinflussen die Auslieferung nicht.',
      ],
      'access.title.noSalesRegions': [
        'No sales regions yet',
        'Nog geen verkoopregio’s',
        'Aucune région de vente',
        'Noch keine Verkaufsregionen',
      ],
    },
    newFiles: [
      'src/contract/commerce/sales-region.ts',
      'src/contract/resource-types/sales-region.ts',
      'src/management/resources/sales-region/sales-region.ts',
      'src/platform/db/migrations/9001-sales-regions.ts',
      'src/platform/db/row-rules/sales-region.ts',
      'src/web/sales-region/sales-region-list-page.tsx',
    ],
    tests: [
      {
        file: 'test/support/fixtures/make-objects.ts',
        before: "  'service-accounts': async",
        text: "  'sales-regions': async (_, n) => ({ name: 'Region', code: 'region-'.concat(String(n)) }),\n",
      },
    ],
  },
];
