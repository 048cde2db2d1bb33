/** Text that is put before an anchor, which a file has exactly once. */
type Insertion = { readonly file: string; readonly before: string; readonly text: string };

/** A change of CONTRIBUTING.md, "Common changes". */
export type CommonChange = {
  readonly name: string;
  /** Most files that are written or edited by hand, besides tests. */
  readonly most: number;
  readonly insertions: readonly Insertion[];
  /** New files; their text is below `files/`, with `.txt` behind the name. */
  readonly newFiles: readonly string[];
  /** Edits of tests and of their fixtures that the compiler asks for. */
  readonly tests: readonly Insertion[];
};

const weatherFact: Insertion = {
  file: 'src/core/targeting/value-facts.ts',
  before: '} as const satisfies Readonly<Record<string, Declared>>;',
  text: `  weather: {
    number: 13,
    member: 'weather',
    label: 'Weather',
    description: 'Weather',
    example: 'rain',
    offered: ['sunny', 'cloudy', 'rain', 'snow'],
  },
`,
};

const viewablePrice: Insertion = {
  file: 'src/core/pricing/price-model.ts',
  before: "  cpd: { unit: { per: 'day' },",
  text: `  vcpm: {
    unit: { per: 'events', counter: 'viewables', events: 1000 },
    label: 'Per 1,000 viewable impressions (vCPM)',
    description: 'the rate for 1,000 viewable impressions',
  },
`,
};

const engagementEvent: Insertion = {
  file: 'src/core/pricing/billable-events.ts',
  before: '} as const satisfies Readonly<Record<string, Declared>>;',
  text: `  engagement: {
    counter: 'engagements',
    number: 4,
    label: 'Engagements',
    description: 'Engagements: interactions with a rich-media ad, at most one per impression',
    trackingNames: ['engagement'],
    goals: { engagements: 'Engagements' },
    pacingName: 'engagements',
    touch: null,
    assumedPerWin: { events: 0.01, weight: 200, halfLife: 10_000 },
  },
`,
};

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
    newFiles: [],
    tests: [],
  },
  { name: 'a price model', most: 4, insertions: [viewablePrice], newFiles: [], tests: [] },
  {
    name: 'a column of the campaign list',
    most: 4,
    insertions: [
      {
        file: 'src/web/campaign/campaign-list-page.tsx',
        before: "    {\n      key: 'name',",
        text: `    {
      key: 'ctr',
      title: 'CTR',
      render: ({ delivered }) => {
        const { clicks, impressions } = delivered;
        return impressions === 0 ? '–' : \`\${((100 * clicks) / impressions).toFixed(2)} %\`;
      },
    },
`,
      },
      {
        file: 'src/web/campaign/export-columns.ts',
        before: '  ...Object.fromEntries(counters.map(',
        text: `  ctrPercent: ({ delivered: { clicks, impressions } }) => {
    return impressions === 0 ? null : Math.round((10_000 * clicks) / impressions) / 100;
  },
`,
      },
    ],
    newFiles: [],
    tests: [],
  },
  {
    name: 'a billable event',
    most: 4,
    insertions: [engagementEvent],
    newFiles: ['src/platform/db/migrations/9002-engagements.ts'],
    tests: [
      {
        file: 'src/web/booking/insight/delivery-issues.test.ts',
        before: 'clicks:',
        text: 'engagements: 0, ',
      },
    ],
  },
  {
    name: 'a resource type',
    most: 7,
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
