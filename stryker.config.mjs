// Mutation testing of one package: npm run mutants -- settle [--mutate packages/client/src/settle/track.ts]
// The HTML report is written to .cache/mutants. A file is tested again only when it or a test has changed.

/**
 * Subjects by the name that the command takes.
 *
 * - `mutate`: source files. Files without logic, and files whose tests need databases, browsers or processes, are excluded.
 * - `tests`: test files, the fast ones first, because the first failure ends the run of a mutant.
 * - `minScore`: lowest accepted percentage of killed mutants, a little below the measured one. The surviving mutants were reviewed.
 * - `env`: number of random cases per property test.
 * - `preload`: modules that the tests share but load lazily. Stryker would attribute them to the first test that loads them.
 */
const subjects = {
  settle: {
    mutate: [
      'packages/client/src/settle/**/*.ts',
      '!packages/client/src/settle/{index,store,handlers}.ts',
      '!packages/client/src/settle/stores/{pg,sqlite,d1}.ts',
    ],
    tests: [
      'packages/client/test/settle/!(model|settlement).test.ts',
      'packages/client/test/settle/{settlement,model}.test.ts',
    ],
    minScore: 97,
    env: { CEDI_SETTLE_ORDERS: '300' },
  },
  client: {
    mutate: [
      'packages/client/src/**/*.ts',
      '!packages/client/src/**/*.{test,test-d}.ts',
      '!packages/client/src/{generated,settle}/**',
      '!packages/client/src/{index,fetch,types}.ts',
    ],
    tests: ['packages/client/src/*.test.ts'],
    minScore: 94,
  },
  checkout: {
    mutate: ['packages/sandbox/src/checkout/{machine,form-input,pay,notify-shop,model}.ts'],
    tests: ['packages/sandbox/test/checkout/{form-input,transitions,machine}.test.ts'],
    minScore: 97,
  },
  ledger: {
    mutate: [
      'packages/mock-server/src/ledger/*.ts',
      'packages/mock-server/src/ledger/{entries,verify}/**/*.ts',
      'packages/mock-server/src/ledger/stores/{memory,json-row,snapshot}.ts',
      'packages/mock-server/src/ledger/stores/memory/*.ts',
      '!packages/mock-server/src/ledger/**/*.test.ts',
      '!packages/mock-server/src/ledger/{index,store,tables}.ts',
    ],
    tests: [
      'packages/mock-server/src/ledger/**/*.test.ts',
      'packages/mock-server/test/ledger/!(growth).test.ts',
      'packages/mock-server/test/ledger/growth.test.ts',
    ],
    minScore: 95,
    env: { CEDI_LEDGER_OPERATIONS: '2000', CEDI_LEDGER_ROUNDS: '1' },
  },
  service: {
    mutate: ['packages/mock-server/src/service/**/*.ts', '!packages/mock-server/src/**/*.test.ts'],
    tests: [
      'packages/mock-server/test/{rejections,service-rules,refunds,products,outcomes,payment-input,licenses,simulate}.test.ts',
      'packages/mock-server/test/!(cli|arbitrary-input|node|entry-points|idempotency|bad-input|rate-limit|determinism).test.ts',
      'packages/mock-server/test/{idempotency,bad-input,rate-limit,determinism}.test.ts',
    ],
    minScore: 94,
    env: { CEDI_MOCK_PART: '0.2' },
    preload: ['packages/mock-server/src/api/control/routes.ts'],
  },
}

const name = process.env.CEDI_MUTANTS ?? 'settle'
export const subject = subjects[name]
if (!subject) throw new Error(`Unknown subject: ${name}. Use one of ${Object.keys(subjects).join(', ')}.`)
Object.assign(process.env, subject.env)

export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'vitest.mutants.config.mjs', related: false },
  mutate: subject.mutate,
  ignorePatterns: [
    '.cache',
    '.changeset',
    '.github',
    'coverage',
    'docs',
    'examples',
    'wordpress-plugin',
    'packages/*/dist',
  ],
  // The copy is inside the repository and resolves the node_modules above it.
  symlinkNodeModules: false,
  coverageAnalysis: 'perTest',
  incremental: true,
  incrementalFile: `.cache/mutants/${name}.incremental.json`,
  concurrency: 1,
  // Long, so that a busy machine does not kill a mutant: only an infinite loop does.
  timeoutMS: 20_000,
  timeoutFactor: 4,
  dryRunTimeoutMinutes: 15,
  reporters: ['html', 'clear-text', 'progress-append-only'],
  clearTextReporter: { logTests: false, reportTests: false, allowColor: false },
  htmlReporter: { fileName: `.cache/mutants/${name}.html` },
  thresholds: { high: 100, low: subject.minScore, break: subject.minScore },
}
