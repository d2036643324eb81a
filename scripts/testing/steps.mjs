// What "npm test" does after the build: every check and every test, where it runs, and what it can see.
import { join } from 'node:path'
import { browserTests } from '../browsers.mjs'

/** What nothing is packed or documented without. */
const common = ['package.json', 'package-lock.json', 'tsconfig.base.json', 'turbo.json', 'scripts']
const published = [...common, 'packages']
/** Texts link to any file, and examples use all that is published. */
const everything = ['.']

/**
 * The steps, in their order. Two run at a time (lanes.mjs). Those with `isPatient` take what the others leave of the machine. Browsers
 * and people see time pass, so they are never the patient ones.
 *
 * - `shard`: which of four machines runs it.
 * - `sees`: the files that decide how it ends. With these it may be remembered (scripts/testing/cached.mjs).
 */
export function stepsOf({ check, suite, counted }, { root, isInBrowsers }) {
  const report = (name) => join(root, 'coverage', `${name.replaceAll(' ', '-')}.json`)
  const patient = { isPatient: true }
  const inBrowsers = browserTests.map(([name, args], at) => ({
    name,
    shard: at < 4 ? 1 : 2,
    needsBrowser: true,
    // A browser that stalls is no fault of what is tested: once more, and it is told.
    make: () => suite(name, `${args} --retry=1`, report(name)),
  }))
  const patientSteps = [
    ['format, lint, circles, arrows, lockfile', 3, (name) => check(name, 'npm run --silent check', patient)],
    [
      'the runner of these tests',
      3,
      (name) => check(name, 'node --test scripts/testing/cached.test.mjs scripts/testing/steps.test.mjs', patient),
    ],
    ['types', 3, (name) => check(name, 'npm run --silent types', patient)],
    ['unused code', 3, (name) => check(name, 'knip', patient)],
    ['unit tests', 3, (name) => suite(name, '--config vitest.config.ts', report(name), patient)],
    ['the simulated world', 3, (name) => counted(name, 'npm run --silent check:seeds -w @cedi/simulator', patient)],
    ['stores on PostgreSQL and PGlite', 4, (name) => counted(name, 'node scripts/test-sql.mjs', patient)],
  ].map(([name, shard, make]) => ({ name, shard, isPatient: true, make: () => make(name) }))
  return [
    {
      name: 'journeys without a browser',
      shard: 4,
      make: () =>
        suite(
          'journeys without a browser',
          '--config packages/e2e/vitest.config.ts --project node',
          report('journeys'),
        ),
    },
    ...inBrowsers,
    {
      name: 'the WordPress plugin',
      shard: 2,
      make: () => counted('the WordPress plugin', 'node wordpress-plugin/scripts/test.mjs'),
    },
    {
      name: 'examples, with the packages as published',
      shard: 1,
      sees: everything,
      make: () => counted('examples, with the packages as published', 'node scripts/check-examples.mjs'),
    },
    { name: 'documentation', shard: 4, sees: everything, make: () => documentation(check, isInBrowsers) },
    ...patientSteps,
    ...ofPackages(check, counted),
  ]
}

/** What is looked at in the packages as they are published. */
function ofPackages(check, counted) {
  const patient = { isPatient: true }
  return [
    // Without --only it would put dist/ back from its cache while browsers read it.
    [
      check,
      'packed packages, contract, sizes',
      'turbo run check:pack size --only --output-logs=errors-only --concurrency=1',
    ],
    [counted, 'what packages offer', 'node scripts/api-reports.mjs --check'],
    [counted, 'the client on every runtime', 'npm run --silent test:runtimes --workspace @cedi/client'],
    [counted, 'the mock server on every runtime', 'npm run --silent test:runtimes --workspace @cedi/mock-server'],
  ].map(([count, name, line]) => ({
    name,
    shard: 4,
    isPatient: true,
    sees: published,
    make: () => count(name, line, patient),
  }))
}

/** Built, its links followed, its weight taken, and its pages looked at in a browser. */
async function documentation(check, isInBrowsers) {
  const all = [
    await check('what the documentation is made with', 'node --test docs/site/make/make.test.mjs'),
    await check('documentation', 'node docs/site/build.mjs --strict'),
  ]
  if (all.every(({ failed }) => failed === 0)) {
    all.push(await check('links of the documentation', 'node docs/site/check-links.mjs'))
    all.push(await check('weight of the documentation', 'node docs/site/check-size.mjs'))
    if (isInBrowsers) all.push(await check('pages of the documentation', 'node docs/site/check-pages.mjs'))
  }
  return {
    passed: all.reduce((sum, { passed }) => sum + passed, 0),
    failed: all.reduce((sum, { failed }) => sum + failed, 0),
  }
}
