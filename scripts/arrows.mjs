// Which imports are allowed (docs/decisions/0001), for dependency-cruiser: between packages, between folders of one
// package, and to npm. "npm run check" runs it. When you add a package or a folder, add a line here.

/** Which of our packages a package may import. */
export const packages = {
  contract: [],
  ledger: [],
  client: ['contract'],
  'service-js': ['contract'],
  'embed-js': ['contract', 'service-js'],
  'mock-server': ['contract', 'ledger'],
  sandbox: ['contract', 'ledger', 'mock-server', 'service-js', 'embed-js'],
  // From the contract it takes only the schedule, which is data.
  settle: ['client', 'contract'],
  cli: ['client', 'contract', 'mock-server', 'sandbox'],
  playground: ['ledger', 'mock-server', 'sandbox'],
}

/** What a package's tests may import as well; none of these imports it back. */
const inTests = { settle: ['mock-server', 'ledger'] }

/** What the source of a package may import from npm. */
export const libraries = {
  contract: [],
  ledger: ['@noble/hashes', 'pg', '@electric-sql/pglite'],
  client: [],
  'service-js': [],
  'embed-js': [],
  'mock-server': ['@noble/hashes', 'msw'],
  sandbox: ['@noble/hashes', 'hono', 'prom-client', 'proper-lockfile', 'uqr'],
  settle: [],
  cli: ['@modelcontextprotocol/sdk', 'ajv', 'ajv-formats', 'standardwebhooks'],
  playground: [],
}

/** Packages that run only on Node, so their source may import `node:` modules. */
export const onNode = ['mock-server', 'sandbox', 'cli']

/** What a folder of a package may not import, and why. */
export const folders = [
  {
    name: 'client-resources-stand-alone',
    comment: 'A resource is read by itself; what two of them share is in request.ts or a file beside it.',
    from: '^packages/client/src/resources/([^/]+)\\.ts$',
    to: '^packages/client/src/(?:resources/(?!$1\\.ts)|client\\.ts|index\\.ts)',
  },
  {
    name: 'ledger-core-knows-no-store',
    comment:
      'The ledger plans changes as values and hands them to the port in store.ts; only stores know how they are kept.',
    from: '^packages/ledger/src/(?:entries|tables|verify)/',
    to: '^packages/ledger/src/stores/',
  },
  {
    name: 'ledger-tables-come-first',
    comment: 'A table is a value that everything else is derived from, so it knows nothing of who uses it.',
    from: '^packages/ledger/src/tables/',
    to: '^packages/ledger/src/(?:entries|stores|verify)/',
  },
  {
    name: 'service-knows-no-door',
    comment: 'A use case is called by the API, the control API and pages alike, so it knows none of them.',
    from: '^packages/mock-server/src/service/',
    to: '^packages/mock-server/src/(?:api|transports|cli|http)/',
  },
  {
    name: 'http-knows-no-transport',
    comment: 'A request is a value here: how it came in, and what it asks for, is the business of others.',
    from: '^packages/mock-server/src/http/',
    to: '^packages/mock-server/src/(?:api|transports|cli)/',
  },
  {
    name: 'api-knows-no-transport',
    comment: 'The API answers a description of a request, whether it came by fetch, by a port or by msw.',
    from: '^packages/mock-server/src/api/',
    to: '^packages/mock-server/src/(?:transports|cli)/',
  },
  {
    name: 'pages-stand-alone',
    comment:
      'Checkout, receipt, storefront, portal and operator desk meet in use cases and in kit/, never in each other.',
    from: '^packages/sandbox/src/(checkout|receipt|storefront|portal|operator)/',
    to: '^packages/(?:sandbox/src/(?!$1/)(?:checkout|receipt|storefront|portal|operator)|mock-server/src/(?:api|transports))/',
  },
  {
    name: 'kit-knows-no-page',
    comment: 'What all pages share cannot know one of them.',
    from: '^packages/sandbox/src/(?:kit|design)/',
    to: '^packages/sandbox/src/(?:checkout|receipt|storefront|portal|operator|cli)/',
  },
]

const isTest = '\\.test(?:-d)?\\.tsx?$|^packages/[^/]+/test/'
const anyOf = (names) => names.join('|')
/** The source of packages, without its tests. */
const sourceOf = (names) => ({ path: `^packages/(?:${anyOf(names)})/src/`, pathNot: isTest })

const arrows = Object.entries(packages).flatMap(([name, targets]) => {
  const more = inTests[name]
  const all = { name, targets, from: { path: `^packages/${name}/(?:src|test)/` } }
  if (!more) return [all]
  return [
    { ...all, from: { path: `^packages/${name}/src/`, pathNot: isTest } },
    { name, targets: [...targets, ...more], from: { path: `^packages/${name}/test/` } },
  ]
})
const betweenPackages = arrows.map(({ name, targets, from }) => ({
  name: `arrows-of-${name}`,
  comment: `${name} may import ${targets.join(', ') || 'no other package of ours'}.`,
  severity: 'error',
  from,
  to: {
    path: '^(?:packages|examples|docs|wordpress-plugin|scripts)/',
    pathNot: [
      `^packages/${name}/`,
      // A test may start the browsers, and what the scripts of a package below it start.
      '^scripts/browsers\\.d\\.mts$',
      '^scripts/browsers\\.mjs$',
      ...targets.map((target) => `^packages/${target}/`),
    ],
  },
}))

const toNpm = Object.entries(libraries).map(([name, names]) => ({
  name: `libraries-of-${name}`,
  comment: `The source of ${name} may import ${names.join(', ') || 'nothing'} from npm.`,
  severity: 'error',
  from: sourceOf([name]),
  to: {
    dependencyTypes: ['npm', 'npm-dev', 'npm-peer', 'npm-optional', 'npm-no-pkg', 'npm-unknown', 'npm-bundled'],
    pathNot: ['^(?:packages|scripts)/', ...(names.length > 0 ? [`node_modules/(?:@types/)?(?:${anyOf(names)})/`] : [])],
  },
}))

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...betweenPackages,
    ...toNpm,
    {
      name: 'no-node-modules-outside-node',
      comment: `Only ${onNode.join(', ')} may import modules of Node; the others run anywhere.`,
      severity: 'error',
      from: sourceOf(Object.keys(packages).filter((name) => !onNode.includes(name))),
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'nothing-points-back',
      comment: 'Examples, docs, e2e, bench and the simulator stand at the end: nobody imports them.',
      severity: 'error',
      from: { path: '^(?:packages|wordpress-plugin|scripts)/', pathNot: '^packages/(?:e2e|bench|simulator)/' },
      to: { path: '^(?:examples|docs|packages/(?:e2e|bench|simulator))/' },
    },
    {
      name: 'tests-are-not-imported',
      comment: 'What ships imports no test.',
      severity: 'error',
      from: { path: '^packages/[^/]+/src/', pathNot: isTest },
      to: { path: isTest },
    },
    {
      name: 'imports-are-found',
      comment:
        'An import that leads nowhere breaks at run time, or was meant for something that these rules then cannot see.',
      severity: 'error',
      from: { path: '^packages/[^/]+/src/' },
      to: { couldNotResolve: true },
    },
    ...folders.map(({ name, comment, from, to }) => ({
      name,
      comment,
      severity: 'error',
      from: { path: from, pathNot: isTest },
      to: { path: to },
    })),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // The last is what a build writes for a moment.
    exclude: { path: '(?:^|/)(?:dist|build|coverage|\\.cache|\\.turbo)/|\\.bundled_' },
    // Type imports count too.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: { conditionNames: ['import', 'types', 'node', 'default'], exportsFields: ['exports'] },
  },
}
