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
      comment: 'Modules in a cycle cannot be read or tested separately. Move their common code to a lower module.',
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
      comment: 'Tests of core import only core and the reference engine, which proves that core is pure.',
      severity: 'error',
      from: { path: '^src/core/.+[.]test[.]ts$' },
      to: { path: `^(src/(contract|web|${planes})/|test/(?!oracle/))` },
    },
    {
      name: 'oracle-only-knows-core',
      comment: 'The reference engine and its cases import only the types of core.',
      severity: 'error',
      from: { path: '^test/oracle/', pathNot: testFile },
      to: { pathNot: ['^(src/core|test/oracle)/', '^(node:)?fs$'] },
    },
    {
      name: 'messages-stand-alone',
      comment: 'The message catalog is used by the interface and by the server, and depends on neither.',
      severity: 'error',
      from: { path: '^src/messages/', pathNot: testFile },
      to: { pathNot: ['^src/messages/', '(^|/)node_modules/@lingui/', '^(node:)?(fs|path)$'] },
    },
    {
      name: 'contract-is-only-shapes',
      comment:
        'The contract is shared with the browser. It imports zod and the shared vocabulary of core, and no server code.',
      severity: 'error',
      from: { path: '^src/contract/', pathNot: testFile },
      to: {
        pathNot: [
          '^src/contract/',
          '^src/core/((vocabulary|pricing|time|creative|reporting)/|targeting/value-facts.ts)',
          '^src/messages/(locales|message-keys|message-reference|translate)[.]ts$',
          '(^|/)node_modules/zod/',
        ],
      },
    },
    {
      name: 'platform-knows-no-plane',
      comment: 'Database, files, keys, configuration and logs do not import the planes that use them.',
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
      comment: 'An ad request reads a snapshot. It must never wait for management, background jobs or other hosts.',
      severity: 'error',
      from: { path: '^src/delivery/', pathNot: testFile },
      to: { path: '^src/(management|worker|cluster|main)/' },
    },
    {
      name: 'delivery-never-reaches-the-database',
      comment:
        'Delivery does not reach the database through other modules. Ads are served while the database is unavailable.',
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
      comment: 'Communication between hosts transfers the formats of exchange without interpreting them.',
      severity: 'error',
      from: { path: '^src/cluster/', pathNot: testFile },
      to: { path: '^src/(delivery|management|worker|main)/' },
    },
    {
      name: 'supervisor-only-keeps-processes',
      comment:
        'A crash of the supervisor ends all processes. It only starts and restarts them and runs no component itself.',
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
      comment: 'management/api contains code shared by all resources; management/api/app assembles the application.',
      severity: 'error',
      from: { path: '^src/management/api/', pathNot: ['^src/management/api/app/', testFile] },
      to: { path: '^src/management/(resources|insight)/' },
    },
    {
      name: 'records-know-no-http',
      comment: 'The write service accepts a caller and a body, so the API, imports and dry runs share it.',
      severity: 'error',
      from: { path: '^src/management/records/', pathNot: testFile },
      to: {
        path: ['^src/management/', '(^|/)node_modules/fastify', '^node:https?$'],
        pathNot: '^src/management/(records/|access/caller[.]ts$)',
      },
    },
    {
      name: 'nothing-imports-the-wiring',
      comment: 'src/main assembles the components. A component that imports it cannot be reused.',
      severity: 'error',
      from: { pathNot: ['^src/main/', '^bin/', '^test/', '^scripts/', testFile] },
      to: { path: '^src/main/' },
    },
    {
      name: 'web-is-a-client',
      comment:
        'The web interface imports the contract and the vocabulary and price models of core. It uses the API for everything else.',
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
        'A resource folder imports only lower layers: ui, then api, then labels. Move code shared by two folders below both.',
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
      comment: 'Integrators copy this folder. It requires only fetch.',
      severity: 'error',
      from: { path: '^src/client/', pathNot: testFile },
      to: { pathNot: '^src/client/' },
    },
    {
      name: 'tag-stands-alone',
      comment: 'Every page with ads loads this script, so each import costs its readers time.',
      severity: 'error',
      from: { path: '^src/tag/', pathNot: [testFile, '^src/tag/vite[.]config[.]ts$'] },
      to: { pathNot: '^src/tag/' },
    },
    {
      name: 'product-imports-no-test',
      comment: 'Shipped code must not import code or packages of tests.',
      severity: 'error',
      from: { path: '^(src|bin)/', pathNot: testFile },
      to: { path: ['^(test|scripts|examples)/', testFile] },
    },
    {
      name: 'product-needs-no-development-package',
      comment: '`npm start` installs only dependencies. Move the package to dependencies or remove its use.',
      severity: 'error',
      from: { path: '^(src|bin)/', pathNot: testFile },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'a-bucket-is-loaded-late',
      comment: 'The S3 SDK dominates the start-up time. Installations with a folder never load it.',
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
      comment: 'These scripts run before packages are installed, on the Node version of Debian.',
      severity: 'error',
      from: { path: '^scripts/(start|test)[.]mjs$|^scripts/bootstrap/' },
      to: { pathNot: '^scripts/', dependencyTypesNot: ['core'] },
    },
    {
      name: 'everything-resolves',
      severity: 'error',
      from: {},
      // The build generates these modules: src/web/messages-plugin.ts.
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    },
    {
      name: 'no-orphans',
      comment: 'A module without imports and importers is dead code.',
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
          // Scripts for browsers.
          '^src/delivery/endpoints/safe-frame/page/',
        ],
      },
      to: {},
    },
  ],
  options: {
    // dependency-cruiser cannot use TypeScript 7, which has no API. swc reads the same imports, including types.
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
