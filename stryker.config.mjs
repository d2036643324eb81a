// Mutation testing of one subject: CEDI_MUTANTS=client npm run mutants -- [--mutate packages/client/src/retry.ts]
// The HTML report is written to .cache/mutants. A file is tested again only when it or a test has changed.

/**
 * Subjects by the value of `CEDI_MUTANTS`.
 *
 * - `mutate`: source files. Files without logic, and files whose tests need databases, browsers or processes, are excluded.
 * - `minScore`: lowest accepted percentage of killed mutants, a little below the measured one. The surviving mutants were reviewed.
 * - `env`: number of random cases per property test.
 */
const subjects = {
  settle: {
    mutate: [
      'packages/client/src/settle/**/*.ts',
      '!packages/client/src/settle/{index,store,handlers}.ts',
      '!packages/client/src/settle/stores/{pg,sqlite,d1}.ts',
    ],
    testFiles: ['packages/client/test/settle/*.test.ts'],
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
    testFiles: ['packages/client/src/*.test.ts'],
    minScore: 94,
  },
  checkout: {
    mutate: ['packages/sandbox/src/checkout/{machine,form-input,pay,notify-shop,model}.ts'],
    testFiles: ['packages/sandbox/test/checkout/{form-input,transitions,machine}.test.ts'],
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
    testFiles: ['packages/mock-server/src/ledger/**/*.test.ts', 'packages/mock-server/test/ledger/*.test.ts'],
    minScore: 95,
    env: { CEDI_LEDGER_OPERATIONS: '2000', CEDI_LEDGER_ROUNDS: '1' },
  },
  service: {
    mutate: ['packages/mock-server/src/service/**/*.ts', '!packages/mock-server/src/**/*.test.ts'],
    testFiles: ['packages/mock-server/test/!(cli|arbitrary-input|node|entry-points).test.ts'],
    minScore: 94,
    env: { CEDI_MOCK_PART: '0.2' },
  },
}

const name = process.env.CEDI_MUTANTS ?? 'settle'
const subject = subjects[name]
if (!subject) throw new Error(`Unknown subject: ${name}. Use one of ${Object.keys(subjects).join(', ')}.`)
Object.assign(process.env, subject.env)

export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { related: false },
  mutate: subject.mutate,
  testFiles: subject.testFiles,
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
