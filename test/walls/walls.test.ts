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
  /** Of a wall between folders, the folder. */
  readonly blamed?: string;
};

/** A tree in which every wall has one import that crosses it, each in a file of its own. */
const crossings: Readonly<Record<string, Crossing>> = {
  'core-is-pure': { from: 'src/core/decision/clock.ts', imports: 'node:os' },
  'contract-is-only-shapes': { from: 'src/contract/campaign.ts', imports: '../core/decision/pick.ts' },
  'delivery-knows-no-management': { from: 'src/server/delivery/json.ts', imports: '../campaign/campaign-store.ts' },
  'delivery-never-reaches-the-database': { from: 'src/server/delivery/track.ts', imports: '../counting/journal.ts' },
  'management-knows-no-delivery': { from: 'src/server/campaign/preview.ts', imports: '../delivery/shape.ts' },
  'supervisor-only-keeps-processes': {
    from: 'src/server/supervisor/serve.ts',
    imports: '../campaign/campaign-store.ts',
  },
  'foundation-knows-no-noun': { from: 'src/server/revision/notice.ts', imports: '../campaign/campaign-store.ts' },
  'rules-of-all-nouns-know-no-noun': { from: 'src/server/http/list.ts', imports: '../campaign/campaign-store.ts' },
  'records-know-no-http': { from: 'src/server/records/save.ts', imports: '../http/problem.ts' },
  'nothing-imports-the-wiring': { from: 'src/server/report/restart.ts', imports: '../main.ts' },
  'web-is-a-client': { from: 'src/web/campaign/page.ts', imports: '../../server/campaign/campaign-store.ts' },
  'web-uses-no-node-module': { from: 'src/web/campaign/save.ts', imports: 'node:fs' },
  'web-folders-depend-one-way': {
    from: 'src/web/campaign/list.ts',
    imports: '../booking/colours.ts',
    blamed: 'src/web/campaign',
  },
  'server-is-no-client': { from: 'src/server/report/chart.ts', imports: '../../web/campaign/colour.ts' },
  'client-stands-alone': { from: 'src/client/connect.ts', imports: '../contract/shape.ts' },
  'product-imports-no-test': { from: 'src/server/report/sample.ts', imports: '../../../test/support/sample.ts' },
  'a-bucket-is-loaded-late': { from: 'src/server/report/shelf.ts', imports: '../file-store/bucket-calls.ts' },
  'start-needs-no-package': { from: 'scripts/start.mjs', imports: '../src/contract/shape.ts' },
  'everything-resolves': { from: 'src/server/report/lost.ts', imports: './nowhere.ts' },
  'no-cycles': { from: 'src/server/report/egg.ts', imports: './hen.ts' },
  'no-orphans': { from: 'src/server/report/alone.ts', imports: '' },
  'core-tests-stay-in-core': {
    from: 'src/core/decision/pick.test.ts',
    imports: '../../server/campaign/campaign-store.ts',
  },
};

/** What the crossings import; `journal.ts` reaches the database only by way of another module. */
const others: Readonly<Record<string, string>> = {
  'src/core/decision/pick.ts': 'export const pick = 1;',
  'src/contract/shape.ts': 'export const shape = 1;',
  'src/server/campaign/campaign-store.ts': 'export const store = 1;',
  'src/server/counting/journal.ts': "import './roll-up.ts';",
  'src/server/counting/roll-up.ts': "import '../db/schema.ts';",
  'src/server/db/schema.ts': 'export type Schema = 1;',
  'src/server/file-store/bucket-calls.ts': 'export const calls = 1;',
  'src/server/http/problem.ts': 'export const problem = 1;',
  'src/server/delivery/shape.ts': 'export const shape = 1;',
  'src/server/main.ts': "import './campaign/campaign-store.ts';",
  'src/server/report/hen.ts': "import type { egg } from './egg.ts';",
  'src/web/booking/colours.ts': "import '../campaign/colour.ts';",
  'src/web/campaign/colour.ts': 'export const colour = 1;',
  'test/support/sample.ts': 'export const sample = 1;',
};

const folder = mkdtempSync(join(tmpdir(), 'placard-walls-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const violations = await findViolations();

describe('the walls between folders', () => {
  test.each(Object.entries(crossings))('%s is kept', (rule, { from, blamed = from }) => {
    expect(violations).toContainEqual({ rule, from: blamed });
  });

  test('every rule has a crossing here, but for those that need installed packages', () => {
    const rules = (walls.forbidden ?? []).map((rule) => rule.name);
    const proven = [...Object.keys(crossings), 'product-needs-no-development-package'];
    expect(rules.toSorted()).toEqual(proven.toSorted());
  });

  test('an import that crosses nothing is left alone', () => {
    const blamed = violations.map((violation) => violation.from);
    expect(blamed).not.toContain('src/server/main.ts');
    expect(blamed).not.toContain('src/server/campaign/campaign-store.ts');
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
