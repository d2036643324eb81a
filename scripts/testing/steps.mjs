// What "npm test" does after the build: every check and every test, where it runs, and which files it depends on.
import { join } from 'node:path'
import { browserTests } from '../browsers.mjs'

/** What nothing is packed or documented without. */
const common = ['package.json', 'package-lock.json', 'tsconfig.base.json', 'turbo.json', 'scripts']
const published = [...common, 'packages']
const ofTheRunner = ['testing/cached', 'testing/steps'].map((name) => `scripts/${name}.test.mjs`)
/** Texts link to any file, and examples use all published packages. */
const everything = ['.']

/**
 * The steps, in order: of each kind the longest first.
 *
 * - `kind`: which lane runs it (lanes.mjs), and its priority. `browsers` must not wait, because they depend on elapsed
 * time. `beside` has its own browsers or servers. `patient` uses what the others leave.
 * - `shard`: which of four machines runs it.
 * - `isOfSources`: it reads no build, and runs beside it.
 * - `sees`: the files that decide its result. A step with these may be remembered (scripts/testing/cached.mjs).
 */
export function stepsOf({ check, suite, counted }, { root, isInBrowsers }) {
  const report = (name) => join(root, 'coverage', `${name.replaceAll(' ', '-')}.json`)
  const inBrowsers = browserTests.map(([name, args]) => ({
    name,
    shard: args.includes('packages/e2e') ? 2 : 1,
    kind: 'browsers',
    // A browser that stalls is not an error of the tested code: run it once more, and report it.
    make: () => suite(name, `${args} --retry=1`, report(name)),
  }))
  const beside = [
    [counted, 'the WordPress plugin', 2, 'node wordpress-plugin/scripts/test.mjs'],
    [counted, 'examples, with the packages as published', 1, 'node scripts/check-examples.mjs', everything],
  ]
  const patient = [
    [counted, 'stores on PostgreSQL and PGlite', 4, 'node scripts/test-sql.mjs'],
    [suite, 'unit tests', 3, '--config vitest.config.ts'],
    [suite, 'journeys without a browser', 4, '--config packages/e2e/vitest.config.ts --project node'],
    [counted, 'the simulated world', 3, 'npm run --silent check:seeds -w @cedi/simulator'],
    [check, 'unused code', 3, 'knip'],
    // Without --only it would restore dist/ from its cache while browsers read it.
    [
      check,
      'packed packages, contract, sizes',
      4,
      'turbo run check:pack size --only --output-logs=errors-only --concurrency=1',
      published,
    ],
    [counted, 'what packages offer', 4, 'node scripts/api-reports.mjs --check', published],
    [counted, 'the client on every runtime', 4, 'npm run --silent test:runtimes --workspace @cedi/client', published],
    [
      counted,
      'the mock server on every runtime',
      4,
      'npm run --silent test:runtimes --workspace @cedi/mock-server',
      published,
    ],
  ]
  const ofSources = [
    [check, 'format, lint, circles, arrows, lockfile', 3, 'npm run --silent check'],
    [check, 'the runner of these tests', 3, `node --test ${ofTheRunner.join(' ')}`],
    [check, 'types', 3, 'npm run --silent types'],
  ]
  const stepOf =
    (kind) =>
    ([count, name, shard, line, sees]) => ({
      name,
      shard,
      kind,
      sees,
      make: () => (count === suite ? suite(name, line, report(name), { kind }) : count(name, line, { kind })),
    })
  return [
    ...ofSources.map((step) => ({ ...stepOf('patient')(step), isOfSources: true })),
    ...inBrowsers,
    ...beside.map(stepOf('beside')),
    {
      name: 'documentation',
      shard: 4,
      kind: 'beside',
      sees: everything,
      make: () => documentation(check, isInBrowsers),
    },
    ...patient.map(stepOf('patient')),
  ]
}

/** Builds the site, and checks its links, its size, and its pages in a browser. */
async function documentation(check, isInBrowsers) {
  const checked = (name, line, more) => check(name, line, { kind: 'beside', ...more })
  // Below a path, as the page of a project stands: an address that forgets it leads nowhere.
  const belowPath = { env: { ...process.env, CEDI_DOCS_URL: 'https://docs.example/cedi/' } }
  const all = [
    await checked(
      'what the documentation is made with',
      'node --test docs/site/make/make.test.mjs docs/site/make/errors.test.mjs',
    ),
    await checked('documentation', 'node docs/site/build.mjs --strict', belowPath),
  ]
  if (all.every(({ failed }) => failed === 0)) {
    all.push(await checked('links of the documentation', 'node docs/site/check-links.mjs'))
    all.push(await checked('weight of the documentation', 'node docs/site/check-size.mjs'))
    if (isInBrowsers) all.push(await checked('pages of the documentation', 'node docs/site/check-pages.mjs'))
  }
  return {
    passed: all.reduce((sum, { passed }) => sum + passed, 0),
    failed: all.reduce((sum, { failed }) => sum + failed, 0),
  }
}
