// Writes the lists of declarations in separate files: migrations, tables, row rules, API routes and pages. With --check
// it fails if a list is out of date. The order of resource types is the only list that is maintained manually:
// src/contract/resource-types/all-resource-types.ts.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path/posix';
import { pathOf } from './bootstrap/repository.mjs';

const width = 120;
const note = '// Written by `npm run registries`. Do not edit.\n';

const registries = [
  migrations(),
  tables(),
  rowRules(),
  functions({
    target: 'src/management/api/app/api-routes.ts',
    from: 'src/management/**/*.ts',
    declaration: /^export function (register\w+Routes)\(/gm,
    head: "import type { RegisterRoutes } from '../management-services.ts';\n",
    says: 'All `register<Name>Routes` functions of the management API.',
    list: 'export const apiRoutes: readonly RegisterRoutes[]',
  }),
  administrationLists(),
  functions({
    target: 'src/web/all-page-routes.ts',
    from: 'src/web/**/*.ts',
    declaration: /^export function (\w+Routes)\(root: AnyRootRoute\)/gm,
    says: 'The routes of every folder of pages.',
    list: 'export const allPageRoutes',
    end: ' as const',
  }),
];

const stale = registries.filter(({ target, text }) => textOf(target) !== text);
if (process.argv.includes('--check')) {
  for (const { target } of stale) process.stdout.write(`${target} is out of date\n`);
  if (stale.length > 0) process.stdout.write('Run: npm run registries\n');
  process.exitCode = stale.length > 0 ? 1 : 0;
} else {
  for (const { target, text } of stale) writeFileSync(pathOf(target), text);
  process.stdout.write(`${stale.length} of ${registries.length} lists written\n`);
}

function migrations() {
  const target = 'src/platform/db/migrations/all-migrations.ts';
  const files = filesIn('src/platform/db/migrations/0*.ts');
  const entries = files.map((file) => {
    const name = file.replace(/^.*\/|\.ts$/g, '');
    return { name, variable: camelCase(name.replace(/^\d+-/, '')), file };
  });
  const imports = entries.map(({ variable, file }) => `import * as ${variable} from '${specifier(target, file)}';\n`);
  const lines = entries.map(({ name, variable }) => `  '${name}': ${variable},\n`);
  return {
    target,
    text: `${note}import type { Migration } from 'kysely/migration';
${imports.join('')}
/** Every migration by its name, in the order of the names. */
export const allMigrations: Readonly<Record<string, Migration>> = {
${lines.join('')}};
`,
  };
}

function tables() {
  const target = 'src/platform/db/all-tables.ts';
  const found = declarationsIn('src/platform/db/{row-rules,tables}/**/*.ts', /^export type (\w+Tables) =/gm);
  const names = found.map(({ name }) => name).sort(byName);
  return {
    target,
    text: `${note}${importsOf(target, found, 'import type')}
/** Every type \`<Name>Tables\`. */
export type AllTables = ${names.join(' &\n  ')};
`,
  };
}

function rowRules() {
  const target = 'src/platform/db/row-rules/rules-of-kinds.ts';
  const found = declarationsIn('src/platform/db/row-rules/**/*.ts', /^export const (\w+Rows) = rowRules\(/gm);
  const lines = found.map(({ name, file }) => {
    const declared = textOf(file.replace('src/platform/db/row-rules', 'src/contract/resource-types'));
    const kind = /^ {2}kind: '([\w/-]+)',$/m.exec(declared)?.[1];
    if (kind === undefined) throw new Error(`${file} has no resource type with the same file name`);
    return `  ${/^\w+$/.test(kind) ? kind : `'${kind}'`}: ${name},\n`;
  });
  return {
    target,
    text: `${note}${importsOf(target, found)}
/** Row rules by kind. \`all-row-rules.ts\` checks that every resource type has some. */
export const rulesOfKinds = {
${lines.join('')}} as const;
`,
  };
}

/** Returns the routes of the lists of resource types below `/administration/`. A type without its page is an error. */
function administrationLists() {
  const target = 'src/web/administration-list-routes.ts';
  const routes = filesIn('src/contract/resource-types/**/*.ts').flatMap((file) => {
    const text = textOf(file);
    const to = /^ {2}listPath: '(\/administration\/[^']+)'/m.exec(text)?.[1];
    if (to === undefined) return [];
    const type = /([\w-]+)\.ts$/.exec(file)?.[1];
    const [, one] = /^ {2}operationName: \['(\w+)'/m.exec(text) ?? [];
    const [, scope] = /^ {2}readScope: '([\w:-]+)'/m.exec(text) ?? [];
    const page = `./${type}/${type}-list-page.tsx`;
    const name = `${one}ListPage`;
    if (!textOf(`src/web/${page}`).includes(`export function ${name}(`)) {
      throw new Error(`${file}: src/web/${type}/${type}-list-page.tsx must export ${name}, the page at ${to}`);
    }
    return [[`'${to}'`, `() => import('${page}')`, `'${name}'`, `hasAnyScope('${scope}')`]];
  });
  const lines = routes.map((route) => {
    const line = `    pageRoute(${['root', ...route].join(', ')}),\n`;
    if (line.length <= width + 1) return line;
    return `    pageRoute(\n${['root', ...route].map((part) => `      ${part},\n`).join('')}    ),\n`;
  });
  return {
    target,
    text: `${note}import type { AnyRootRoute } from '@tanstack/react-router';
import { hasAnyScope } from './api/person.ts';
import { pageRoute } from './ui/page/page-routes.tsx';

/** The lists of resource types below Administration: \`<type>/<type>-list-page.tsx\`. */
export function administrationListRoutes(root: AnyRootRoute) {
  return [
${lines.join('')}  ];
}
`,
  };
}

function functions({ target, from, declaration, head = '', says, list, end = '' }) {
  const found = declarationsIn(from, declaration).filter(({ file }) => file !== target);
  const lines = found.map(({ name }) => `  ${name},\n`);
  return {
    target,
    text: `${note}${sortedImports(head + importsOf(target, found))}
/** ${says} */
${list} = [
${lines.join('')}]${end};
`,
  };
}

/** Returns the exports that match a pattern, sorted by name. */
function declarationsIn(pattern, declaration) {
  const found = filesIn(pattern).flatMap((file) =>
    [...textOf(file).matchAll(declaration)].map(([, name]) => ({ name, file })),
  );
  if (found.length === 0) throw new Error(`No declaration in ${pattern} matches ${declaration}`);
  return found.sort((a, b) => byName(a.name, b.name));
}

function importsOf(target, found, keyword = 'import') {
  const files = [...new Set(found.map(({ file }) => file))];
  const lines = files.map((file) => {
    const names = found.filter((one) => one.file === file).map(({ name }) => name);
    const line = `${keyword} { ${names.join(', ')} } from '${specifier(target, file)}';\n`;
    if (line.length <= width + 1) return line;
    return `${keyword} {\n${names.map((name) => `  ${name},\n`).join('')}} from '${specifier(target, file)}';\n`;
  });
  return sortedImports(lines.join(''));
}

/** Sorts farther folders first, like the linter. */
function sortedImports(text) {
  const statements = text.match(/import [^;]+;\n/g) ?? [];
  const pathIn = (statement) => /'([^']+)'/.exec(statement)?.[1] ?? '';
  // Sorts a file or folder before others whose names start with its name.
  const folders = (path) => path.replace(/\.ts$/, '\u0000').replaceAll('/', '\u0001');
  const depth = (path) => (path.match(/\.\.\//g) ?? []).length;
  return statements
    .sort((a, b) => depth(pathIn(b)) - depth(pathIn(a)) || byName(folders(pathIn(a)), folders(pathIn(b))))
    .join('');
}

function filesIn(pattern) {
  return globSync(pattern, { cwd: pathOf('.') })
    .filter((file) => !file.endsWith('.test.ts'))
    .sort(byName);
}

function textOf(file) {
  try {
    return readFileSync(pathOf(file), 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return '';
    throw error;
  }
}

function specifier(target, file) {
  const path = relative(dirname(target), file);
  return path.startsWith('.') ? path : `./${path}`;
}

function camelCase(name) {
  return name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
}

function byName(a, b) {
  return a < b ? -1 : a > b ? 1 : 0;
}
