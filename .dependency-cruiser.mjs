/**
 * The walls between the folders (ARCHITECTURE.md says why). `npm run check` refuses an import that crosses one;
 * `test/walls/walls.test.ts` shows that each of them holds.
 */
const testFile = '[.]test[.]ts$';

/** What every part of the server may stand on; these know no noun of the product. */
const foundation = [
  'audit',
  'db',
  'decision-file',
  'event',
  'config',
  'file-store',
  'keys',
  'lease',
  'pacing-file',
  'preview-file',
  'redis',
  'revision',
  'rows',
  'segment-file',
  'snapshot-file',
  'snapshot-history',
].join('|');

/** The delivery process has these and nothing else of the server: no database, no management. */
const deliveryMayUse = [
  '^src/core/',
  '^src/server/(config|delivery|counting|decision-file|file-store|keys|pacing-file|preview-file|redis|segment-file|snapshot-file)/',
  '^src/server/(client-address|head-fault|host-components|keep-doing|keep-once|log|process-metrics)[.]ts$',
];

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Modules that need each other cannot be read or tested alone: move what both need below them.',
      severity: 'error',
      from: { pathNot: '^src/client/generated/' },
      to: { circular: true },
    },
    {
      name: 'core-is-pure',
      comment: 'The decision is a pure function: core has no I/O, clock, randomness, npm package or node: module.',
      severity: 'error',
      from: { path: '^src/core/', pathNot: testFile },
      to: { pathNot: '^src/core/' },
    },
    {
      name: 'core-tests-stay-in-core',
      comment: 'What a test of core needs beyond core makes core impure by the back door.',
      severity: 'error',
      from: { path: '^src/core/.+[.]test[.]ts$' },
      to: { path: '^(src/(contract|server|web)|test)/' },
    },
    {
      name: 'contract-is-only-shapes',
      comment:
        'The contract is shared with the browser: zod, the words and price models of core, nothing of the server.',
      severity: 'error',
      from: { path: '^src/contract/', pathNot: testFile },
      to: { pathNot: ['^src/contract/', '^src/core/(words|pricing)/', '(^|/)node_modules/zod/'] },
    },
    {
      name: 'delivery-knows-no-management',
      comment: 'An ad request reads a snapshot; it must not be able to wait for a record or a noun of management.',
      severity: 'error',
      from: { path: '^src/server/delivery/', pathNot: testFile },
      to: { path: '^src/', pathNot: deliveryMayUse },
    },
    {
      name: 'delivery-never-reaches-the-database',
      comment: 'Also not by way of another module, nor what carries for it: ads go on while the database is away.',
      severity: 'error',
      from: { path: '^src/server/(delivery|host)/', pathNot: testFile },
      to: { path: ['^src/server/db/', '(^|/)node_modules/(pg|kysely)/'], reachable: true },
    },
    {
      name: 'management-knows-no-delivery',
      comment: 'Only the wiring and the process supervisor start delivery.',
      severity: 'error',
      from: {
        path: '^src/server/',
        pathNot: ['^src/server/(delivery|process|supervisor)/', '^src/server/[^/]+[.]ts$', testFile],
      },
      to: { path: '^src/server/delivery/' },
    },
    {
      name: 'supervisor-only-keeps-processes',
      comment: 'What ends the supervisor ends everything: it starts and restarts processes, and runs no part itself.',
      severity: 'error',
      from: { path: '^src/server/supervisor/', pathNot: testFile },
      to: {
        path: '^src/',
        pathNot: [
          '^src/server/(supervisor|config|snapshot-file|db/embedded)/',
          '^src/server/backup/unfinished-restore[.]ts$',
          '^src/server/(explained-error|host-components|host-state|log|without-paths)[.]ts$',
        ],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'foundation-knows-no-noun',
      comment: 'Records, revision, audit and keys lie below the nouns; only their own routes know the web framework.',
      severity: 'error',
      from: { path: `^src/server/(${foundation})/`, pathNot: [testFile, '-routes[.]ts$'] },
      to: { path: '^src/server/[^/]+/', pathNot: `^src/server/(${foundation})/` },
    },
    {
      name: 'rules-of-all-nouns-know-no-noun',
      comment: 'http has what every noun shares; management puts the nouns together.',
      severity: 'error',
      from: { path: '^src/server/http/', pathNot: testFile },
      to: { path: '^src/server/[^/]+/', pathNot: `^src/server/(${foundation}|http|records|access|media)/` },
    },
    {
      name: 'records-know-no-http',
      comment: 'The write service takes a caller and a body, so that the API, imports and dry runs can all use it.',
      severity: 'error',
      from: { path: '^src/server/records/', pathNot: testFile },
      to: {
        path: ['^src/server/[^/]+/', '(^|/)node_modules/fastify', '^node:https?$'],
        pathNot: `^src/server/(${foundation}|records)/|^src/server/access/(caller|reach)[.]ts$`,
      },
    },
    {
      name: 'nothing-imports-the-wiring',
      comment: 'main.ts puts the parts together; a part that imports it cannot be put together otherwise.',
      severity: 'error',
      from: { pathNot: '^bin/' },
      to: { path: '^src/server/main[.]ts$' },
    },
    {
      name: 'web-is-a-client',
      comment: 'The web interface has the contract, the words and price models of core, and the network.',
      severity: 'error',
      from: { path: '^src/web/' },
      to: { path: ['^src/server/', '^node:'] },
    },
    {
      name: 'web-uses-no-node-module',
      severity: 'error',
      from: { path: '^src/web/', pathNot: testFile },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'web-folders-depend-one-way',
      comment:
        'A noun uses what lies below it: ui, then api, then words. What two folders both need belongs below both.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^src/web/' },
      to: { circular: true },
    },
    {
      name: 'server-is-no-client',
      severity: 'error',
      from: { path: '^src/(core|contract|server)/', pathNot: testFile },
      to: { path: '^src/(web|client)/' },
    },
    {
      name: 'client-stands-alone',
      comment: 'Integrators copy the folder: it needs nothing but fetch.',
      severity: 'error',
      from: { path: '^src/client/', pathNot: testFile },
      to: { pathNot: '^src/client/' },
    },
    {
      name: 'product-imports-no-test',
      comment: 'What is shipped must not need what only tests have.',
      severity: 'error',
      from: { path: '^(src|bin)/', pathNot: testFile },
      to: { path: ['^(test|scripts|examples)/', testFile] },
    },
    {
      name: 'product-needs-no-development-package',
      comment: '`npm start` installs dependencies only: move the package to dependencies or do without it.',
      severity: 'error',
      from: { path: '^(src|bin)/', pathNot: testFile },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'a-bucket-is-loaded-late',
      comment: 'The SDK takes longer to load than all else that a start does; whoever has a folder never needs it.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/server/file-store/bucket-calls[.]ts$', testFile] },
      to: {
        path: ['^src/server/file-store/bucket-calls[.]ts$', '(^|/)node_modules/@aws-sdk/'],
        dynamic: false,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'start-needs-no-package',
      comment: 'These run before anything is installed, on the oldest Node that Debian has.',
      severity: 'error',
      from: { path: '^scripts/(start|test)[.]mjs$|^scripts/bootstrap/' },
      to: { pathNot: '^scripts/', dependencyTypesNot: ['core'] },
    },
    {
      name: 'everything-resolves',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'no-orphans',
      comment: 'A module that imports nothing and that nothing imports is dead.',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: [
          testFile,
          '^scripts/',
          '[.](config|d)[.]ts$',
          '^examples/',
          '^[.]',
          '^src/client/generated/',
          // Scripts that browsers load.
          '^src/server/delivery/safe-frame/page/',
        ],
      },
      to: {},
    },
  ],
  options: {
    // TypeScript 7 has no API that dependency-cruiser could use; swc reads the same imports, types included.
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(data|dist|artefacts|[.]cache)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.d.ts'],
    },
    combinedDependencies: false,
  },
};
