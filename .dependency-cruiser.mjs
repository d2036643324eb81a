// Dependency rules for dependency-cruiser: between packages, between folders of one package, and to npm. "npm run check"
// checks them. When you add a package or a folder, add a line here.

/** The packages of this repository that each package may import. */
const packages = {
  contract: [],
  client: ['contract'],
  'service-js': ['contract'],
  'embed-js': ['contract', 'service-js'],
  'mock-server': ['contract'],
  sandbox: ['contract', 'mock-server', 'service-js', 'embed-js'],
  cli: ['client', 'contract', 'mock-server', 'sandbox'],
  playground: ['mock-server', 'sandbox'],
}

/** Additional imports of a package's tests. */
const testImports = { client: ['mock-server', 'sandbox'] }

/** The npm packages that the source of each package may import. */
const libraries = {
  'mock-server': ['@noble/hashes', 'msw'],
  sandbox: ['@electric-sql/pglite', '@noble/ciphers', '@noble/hashes', 'hono', 'pg', 'proper-lockfile', 'uqr'],
  cli: ['@modelcontextprotocol/sdk', 'ajv', 'ajv-formats', 'standardwebhooks'],
}

/** Packages that run only on Node, so their source may import `node:` modules. */
const onNode = ['mock-server', 'sandbox', 'cli']

/** Forbidden imports between folders of a package. */
const folders = [
  {
    name: 'client-resources-stand-alone',
    comment: 'Resources are independent. Shared code is in request.ts or a file beside it.',
    from: '^packages/client/src/resources/([^/]+)\\.ts$',
    to: '^packages/client/src/(?:resources/(?!$1\\.ts)|client\\.ts|index\\.ts)',
  },
  {
    name: 'ledger-core-knows-no-store',
    comment: 'The ledger plans changes as values for the interface in store.ts. Only stores persist them.',
    from: '^packages/mock-server/src/ledger/(?:entries|tables|verify)/',
    to: '^packages/mock-server/src/ledger/stores/',
  },
  {
    name: 'ledger-tables-come-first',
    comment: 'Tables are data, from which entries, stores and verification are derived.',
    from: '^packages/mock-server/src/ledger/tables/',
    to: '^packages/mock-server/src/ledger/(?:entries|stores|verify)/',
  },
  {
    name: 'ledger-comes-first',
    comment: 'The ledger knows no HTTP, no route and no transport.',
    from: '^packages/mock-server/src/ledger/',
    to: '^packages/mock-server/src/(?!ledger/)',
  },
  {
    name: 'settle-uses-the-published-client',
    comment: 'Entry points of settle share the client of the package instead of bundling it.',
    from: '^packages/client/src/settle/',
    to: '^packages/client/src/(?!settle/|(?:index|fetch|money)\\.ts)',
  },
  {
    name: 'service-imports-no-caller',
    comment: 'The API, the control API and pages call a use case, so it must not depend on them.',
    from: '^packages/mock-server/src/service/',
    to: '^packages/mock-server/src/(?:api|transports|cli|http)/',
  },
  {
    name: 'http-knows-no-transport',
    comment: 'A request is a value here, independent of its transport and its route.',
    from: '^packages/mock-server/src/http/',
    to: '^packages/mock-server/src/(?:api|transports|cli)/',
  },
  {
    name: 'api-knows-no-transport',
    comment: 'The API handles a request value, independent of its transport: fetch, HTTP or msw.',
    from: '^packages/mock-server/src/api/',
    to: '^packages/mock-server/src/(?:transports|cli)/',
  },
  {
    name: 'pages-stand-alone',
    comment: 'Checkout, receipt, storefront, portal and operator desk share code only through use cases and kit/.',
    from: '^packages/sandbox/src/(checkout|receipt|storefront|portal|operator)/',
    to: '^packages/(?:sandbox/src/(?!$1/)(?:checkout|receipt|storefront|portal|operator)|mock-server/src/(?:api|transports))/',
  },
  {
    name: 'kit-knows-no-page',
    comment: 'Code that all pages share must not depend on one of them.',
    from: '^packages/sandbox/src/(?:kit|design)/',
    to: '^packages/sandbox/src/(?:checkout|receipt|storefront|portal|operator|cli)/',
  },
]

const isTest = '\\.test(?:-d)?\\.tsx?$|^packages/[^/]+/test/'
const anyOf = (names) => names.join('|')
/** Matches the source of packages without tests. */
const sourceOf = (names) => ({ path: `^packages/(?:${anyOf(names)})/src/`, pathNot: isTest })

const arrows = Object.entries(packages).flatMap(([name, targets]) => [
  { name, targets, from: { path: `^packages/${name}/src/`, pathNot: isTest } },
  {
    name,
    targets: [...targets, ...(testImports[name] ?? [])],
    from: { path: [`^packages/${name}/test/`, `^packages/${name}/src/.*\\.test(?:-d)?\\.tsx?$`] },
  },
])
const packageRules = arrows.map(({ name, targets, from }) => ({
  name: `arrows-of-${name}`,
  comment: `${name} may import ${targets.join(', ') || 'no other package of ours'}.`,
  severity: 'error',
  from,
  to: {
    path: '^(?:packages|examples|docs|wordpress-plugin|scripts)/',
    pathNot: [
      `^packages/${name}/`,
      // Tests may start browsers.
      '^scripts/browsers\\.d\\.mts$',
      '^scripts/browsers\\.mjs$',
      // Tests compare the exported names, and install packages from the cache.
      '^scripts/(?:exported-names|npm-cache)\\.mjs$',
      ...targets.map((target) => `^packages/${target}/`),
    ],
  },
}))

const npmRules = Object.keys(packages)
  .map((name) => [name, libraries[name] ?? []])
  .map(([name, names]) => ({
    name: `libraries-of-${name}`,
    comment: `The source of ${name} may import ${names.join(', ') || 'nothing'} from npm.`,
    severity: 'error',
    from: sourceOf([name]),
    to: {
      dependencyTypes: ['npm', 'npm-dev', 'npm-peer', 'npm-optional', 'npm-no-pkg', 'npm-unknown', 'npm-bundled'],
      pathNot: [
        '^(?:packages|scripts)/',
        ...(names.length > 0 ? [`node_modules/(?:@types/)?(?:${anyOf(names)})/`] : []),
      ],
    },
  }))

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...packageRules,
    ...npmRules,
    {
      name: 'no-node-modules-outside-node',
      comment: `Only ${onNode.join(', ')} may import Node modules. The others also run in browsers.`,
      severity: 'error',
      from: sourceOf(Object.keys(packages).filter((name) => !onNode.includes(name))),
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'no-node-modules-in-the-ledger',
      comment: 'The ledger has no I/O. It also runs in browsers.',
      severity: 'error',
      from: { path: '^packages/mock-server/src/ledger/', pathNot: isTest },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'nothing-points-back',
      comment: 'No package imports examples, docs, e2e or bench.',
      severity: 'error',
      from: { path: '^(?:packages|wordpress-plugin|scripts)/', pathNot: '^packages/(?:e2e|bench)/' },
      to: { path: '^(?:examples|docs|packages/(?:e2e|bench))/' },
    },
    {
      name: 'tests-are-not-imported',
      comment: 'Published code must not import tests.',
      severity: 'error',
      from: { path: '^packages/[^/]+/src/', pathNot: isTest },
      to: { path: isTest },
    },
    {
      name: 'imports-are-found',
      comment: 'An unresolved import fails at run time, and these rules cannot check it.',
      severity: 'error',
      from: { path: '^packages/[^/]+/src/' },
      to: { couldNotResolve: true },
    },
    ...folders.map(({ from, to, ...rule }) => ({
      ...rule,
      severity: 'error',
      from: { path: from, pathNot: isTest },
      to: { path: to },
    })),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // A build writes temporary `.bundled_` files.
    exclude: { path: '(?:^|/)(?:dist|build|coverage|\\.cache|\\.turbo)/|\\.bundled_' },
    // Type imports count too.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: { conditionNames: ['import', 'types', 'node', 'default'], exportsFields: ['exports'] },
  },
}
