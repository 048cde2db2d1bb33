/**
 * The walls between the folders (ARCHITECTURE.md says why). `npm run check` refuses an import that crosses one;
 * `test/walls/walls.test.ts` shows that each of them holds.
 */
const testFile = '[.]test[.]ts$';

/** The planes of the server. Each may import what stands before it, within the rules below. */
const planes = 'platform|exchange|delivery|management|worker|cluster|main';

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
      comment: 'A test of core that needs another plane shows that core is not pure. The reference engine is allowed.',
      severity: 'error',
      from: { path: '^src/core/.+[.]test[.]ts$' },
      to: { path: `^(src/(contract|web|${planes})/|test/(?!oracle/))` },
    },
    {
      name: 'oracle-only-knows-core',
      comment: 'The reference engine and the cases describe decisions with the types of core, and use nothing else.',
      severity: 'error',
      from: { path: '^test/oracle/', pathNot: testFile },
      to: { pathNot: ['^(src/core|test/oracle)/', '^(node:)?fs$'] },
    },
    {
      name: 'messages-stand-alone',
      comment: 'The message catalogue is used by the interface and by the server, and depends on neither.',
      severity: 'error',
      from: { path: '^src/messages/', pathNot: testFile },
      to: { pathNot: ['^src/messages/', '(^|/)node_modules/@lingui/', '^(node:)?(fs|path)$'] },
    },
    {
      name: 'contract-is-only-shapes',
      comment: 'The contract is shared with the browser: zod and the shared vocabulary of core, nothing of the server.',
      severity: 'error',
      from: { path: '^src/contract/', pathNot: testFile },
      to: {
        pathNot: [
          '^src/contract/',
          '^src/core/((vocabulary|pricing|time|creative)/|targeting/value-facts.ts)',
          '^src/messages/(locales|message-keys|message-reference|translate)[.]ts$',
          '(^|/)node_modules/zod/',
        ],
      },
    },
    {
      name: 'platform-knows-no-plane',
      comment: 'Database, files, keys, configuration and logs are below everything that uses them.',
      severity: 'error',
      from: { path: '^src/platform/', pathNot: testFile },
      to: { path: '^src/(exchange|delivery|management|worker|cluster|main)/' },
    },
    {
      name: 'exchange-knows-no-plane',
      comment: 'The formats that cross planes do not depend on the code that writes or reads them.',
      severity: 'error',
      from: { path: '^src/exchange/', pathNot: testFile },
      to: { path: '^src/(delivery|management|worker|cluster|main)/' },
    },
    {
      name: 'delivery-knows-no-other-plane',
      comment:
        'An ad request reads a snapshot. It must not be able to wait for management, background work or other hosts.',
      severity: 'error',
      from: { path: '^src/delivery/', pathNot: testFile },
      to: { path: '^src/(management|worker|cluster|main)/' },
    },
    {
      name: 'delivery-never-reaches-the-database',
      comment: 'Not through another module either: ads continue while the database is unavailable.',
      severity: 'error',
      from: { path: '^src/(delivery|cluster)/', pathNot: testFile },
      to: { path: ['^src/platform/db/', '(^|/)node_modules/(pg|kysely)/'], reachable: true },
    },
    {
      name: 'management-knows-no-other-plane',
      comment: 'Management answers calls; background work and delivery run in other processes.',
      severity: 'error',
      from: { path: '^src/management/', pathNot: testFile },
      to: { path: '^src/(delivery|worker|cluster|main)/' },
    },
    {
      name: 'worker-knows-no-delivery',
      comment: 'Background work may use the resources of management, and nothing of delivery or of other hosts.',
      severity: 'error',
      from: { path: '^src/worker/', pathNot: testFile },
      to: { path: '^src/(delivery|cluster|main)/' },
    },
    {
      name: 'cluster-only-carries',
      comment: 'Communication between hosts moves the formats of exchange and interprets nothing.',
      severity: 'error',
      from: { path: '^src/cluster/', pathNot: testFile },
      to: { path: '^src/(delivery|management|worker|main)/' },
    },
    {
      name: 'supervisor-only-keeps-processes',
      comment: 'What ends the supervisor ends everything: it starts and restarts processes, and runs no part itself.',
      severity: 'error',
      from: { path: '^src/main/supervisor/', pathNot: testFile },
      to: {
        path: '^src/',
        pathNot: [
          '^src/main/supervisor/',
          '^src/main/backup/unfinished-restore[.]ts$',
          '^src/platform/(config|log|durable|process|db/embedded)/',
          '^src/exchange/(snapshot|hosts)/',
        ],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'api-rules-know-no-resource',
      comment: 'management/api has what all resources share; management/api/app puts them together.',
      severity: 'error',
      from: { path: '^src/management/api/', pathNot: ['^src/management/api/app/', testFile] },
      to: { path: '^src/management/(resources|insight)/' },
    },
    {
      name: 'records-know-no-http',
      comment: 'The write service takes a caller and a body, so that the API, imports and dry runs can all use it.',
      severity: 'error',
      from: { path: '^src/management/records/', pathNot: testFile },
      to: {
        path: ['^src/management/', '(^|/)node_modules/fastify', '^node:https?$'],
        pathNot: '^src/management/(records/|access/caller[.]ts$)',
      },
    },
    {
      name: 'nothing-imports-the-wiring',
      comment: 'src/main puts the parts together; a part that imports it cannot be put together otherwise.',
      severity: 'error',
      from: { pathNot: ['^src/main/', '^bin/', '^test/', '^scripts/', testFile] },
      to: { path: '^src/main/' },
    },
    {
      name: 'web-is-a-client',
      comment: 'The web interface has the contract, the vocabulary and price models of core, and the network.',
      severity: 'error',
      from: { path: '^src/web/', pathNot: '^src/web/messages-plugin[.]ts$' },
      to: { path: [`^src/(${planes})/`, '^src/messages/(load-messages|translator)[.]ts$', '^node:'] },
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
        'A noun uses what lies below it: ui, then api, then labels. What two folders both need belongs below both.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^src/web/' },
      to: { circular: true },
    },
    {
      name: 'server-is-no-client',
      severity: 'error',
      from: { path: `^src/(core|contract|${planes})/`, pathNot: testFile },
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
      from: { path: '^src/', pathNot: ['^src/platform/files/bucket-calls[.]ts$', testFile] },
      to: {
        path: ['^src/platform/files/bucket-calls[.]ts$', '(^|/)node_modules/@aws-sdk/'],
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
      // The build makes these modules: src/web/messages-plugin.ts.
      to: { couldNotResolve: true, pathNot: '^virtual:' },
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
          '^src/delivery/endpoints/safe-frame/page/',
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
