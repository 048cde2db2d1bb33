import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cruise, type IConfiguration, type ICruiseResult } from 'dependency-cruiser';
import { afterAll, describe, expect, test } from 'vitest';

const configuration = new URL('../../.dependency-cruiser.mjs', import.meta.url).href;
const { default: walls } = (await import(configuration)) as { readonly default: IConfiguration };

type Crossing = {
  readonly from: string;
  readonly imports: string;
  /** Folder that the rule names, for a rule between folders. */
  readonly blamed?: string;
};

/** A tree in which every rule is violated by one import, each in a separate file. */
const crossings: Readonly<Record<string, Crossing>> = {
  'core-is-pure': { from: 'src/core/decision/clock.ts', imports: 'node:os' },
  'contract-is-only-shapes': { from: 'src/contract/campaign.ts', imports: '../core/decision/pick.ts' },
  'platform-knows-no-plane': { from: 'src/platform/keys/seal.ts', imports: '../../exchange/journal/read.ts' },
  'exchange-knows-no-plane': { from: 'src/exchange/plan/make.ts', imports: '../../management/campaign/store.ts' },
  'delivery-knows-no-other-plane': { from: 'src/delivery/json.ts', imports: '../management/campaign/store.ts' },
  'delivery-never-reaches-the-database': { from: 'src/delivery/track.ts', imports: '../exchange/journal/journal.ts' },
  'management-knows-no-other-plane': { from: 'src/management/campaign/preview.ts', imports: '../../delivery/shape.ts' },
  'worker-knows-no-delivery': { from: 'src/worker/count/look.ts', imports: '../../delivery/shape.ts' },
  'cluster-only-carries': { from: 'src/cluster/push.ts', imports: '../management/campaign/store.ts' },
  'supervisor-only-keeps-processes': {
    from: 'src/main/supervisor/serve.ts',
    imports: '../../management/campaign/store.ts',
  },
  'api-rules-know-no-resource': { from: 'src/management/api/list.ts', imports: '../resources/campaign/campaign.ts' },
  'records-know-no-http': { from: 'src/management/records/save.ts', imports: '../api/problem.ts' },
  'nothing-imports-the-wiring': { from: 'src/management/report/restart.ts', imports: '../../main/main.ts' },
  'messages-stand-alone': { from: 'src/messages/translate.ts', imports: '../contract/shape.ts' },
  'web-is-a-client': { from: 'src/web/campaign/page.ts', imports: '../../management/campaign/store.ts' },
  'web-uses-no-node-module': { from: 'src/web/campaign/save.ts', imports: 'node:fs' },
  'web-folders-depend-one-way': {
    from: 'src/web/campaign/list.ts',
    imports: '../booking/colours.ts',
    blamed: 'src/web/campaign',
  },
  'server-is-no-client': { from: 'src/management/report/chart.ts', imports: '../../web/campaign/colour.ts' },
  'client-stands-alone': { from: 'src/client/connect.ts', imports: '../contract/shape.ts' },
  'tag-stands-alone': { from: 'src/tag/show-ad.ts', imports: '../core/shape.ts' },
  'product-imports-no-test': { from: 'src/management/report/sample.ts', imports: '../../../test/support/sample.ts' },
  'a-bucket-is-loaded-late': {
    from: 'src/management/report/shelf.ts',
    imports: '../../platform/files/bucket-calls.ts',
  },
  'start-needs-no-package': { from: 'scripts/start.mjs', imports: '../src/contract/shape.ts' },
  'everything-resolves': { from: 'src/management/report/lost.ts', imports: './nowhere.ts' },
  'no-cycles': { from: 'src/management/report/egg.ts', imports: './hen.ts' },
  'no-orphans': { from: 'src/management/report/alone.ts', imports: '' },
  'core-tests-stay-in-core': {
    from: 'src/core/decision/pick.test.ts',
    imports: '../../management/campaign/store.ts',
  },
  'oracle-only-knows-core': { from: 'test/oracle/decide.ts', imports: '../support/sample.ts' },
};

/** Imported files of the violations. `journal.ts` reaches the database only through another module. */
const others: Readonly<Record<string, string>> = {
  'src/core/decision/pick.ts': 'export const pick = 1;',
  'src/contract/shape.ts': 'export const shape = 1;',
  'src/management/campaign/store.ts': 'export const store = 1;',
  'src/management/resources/campaign/campaign.ts': 'export const campaign = 1;',
  'src/management/api/problem.ts': 'export const problem = 1;',
  'src/exchange/journal/read.ts': 'export const read = 1;',
  'src/exchange/journal/journal.ts': "import './roll-up.ts';",
  'src/exchange/journal/roll-up.ts': "import '../../platform/db/schema.ts';",
  'src/platform/db/schema.ts': 'export type Schema = 1;',
  'src/platform/files/bucket-calls.ts': 'export const calls = 1;',
  'src/delivery/shape.ts': 'export const shape = 1;',
  'src/main/main.ts': "import '../management/campaign/store.ts';",
  'src/management/report/hen.ts': "import type { egg } from './egg.ts';",
  'src/web/booking/colours.ts': "import '../campaign/colour.ts';",
  'src/web/campaign/colour.ts': 'export const colour = 1;',
  'test/support/sample.ts': 'export const sample = 1;',
};

const folder = mkdtempSync(join(tmpdir(), 'placard-walls-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const violations = await findViolations();

describe('the dependency rules between folders', () => {
  test.each(Object.entries(crossings))('%s is enforced', (rule, { from, blamed = from }) => {
    expect(violations).toContainEqual({ rule, from: blamed });
  });

  test('every rule has a violation here, except those that require installed packages', () => {
    const rules = (walls.forbidden ?? []).map((rule) => rule.name);
    const proven = [...Object.keys(crossings), 'product-needs-no-development-package'];
    expect(rules.toSorted()).toEqual(proven.toSorted());
  });

  test('a permitted import is not reported', () => {
    const blamed = violations.map((violation) => violation.from);
    expect(blamed).not.toContain('src/main/main.ts');
    expect(blamed).not.toContain('src/management/campaign/store.ts');
  });
});

async function findViolations(): Promise<{ rule: string; from: string }[]> {
  for (const [path, source] of Object.entries(others)) write(path, source);
  for (const { from, imports } of Object.values(crossings)) {
    write(from, imports === '' ? 'export const alone = 1;' : `import '${imports}';`);
  }
  const { output } = await cruise(['src', 'test', 'scripts'], {
    ...walls.options,
    ruleSet: { forbidden: walls.forbidden ?? [] },
    validate: true,
    baseDir: folder,
  });
  return (output as ICruiseResult).summary.violations.map(({ rule, from }) => ({ rule: rule.name, from }));
}

function write(path: string, source: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), `${source}\n`);
}
