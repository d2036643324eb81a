// The source that "npm run mutants -- SUBJECT" changes one place at a time, and the tests that must notice (docs/decisions/0098).

/** Not copied to the folder where mutants are tried, because these tests read none of it. */
export const leftBehind = [
  '.cache',
  '.changeset',
  '.github',
  'coverage',
  'docs',
  'examples',
  'wordpress-plugin',
  'packages/*/dist',
  'packages/{bench,cli,e2e,embed-js,playground,simulator}',
]

/** The tests must notice at least this many per cent of the mutants, or the run fails. */
export const leastKilled = 85

const testsOfLedger = {
  tests: [
    'src/entries/*.test.ts',
    'src/*.test.ts',
    'src/**/*.test.ts',
    'test/!(growth|closing).test.ts',
    'test/{growth,closing}.test.ts',
  ],
  env: { CEDI_LEDGER_OPERATIONS: '2000', CEDI_LEDGER_ROUNDS: '1' },
}

/**
 * The subjects, by the name that the command takes.
 *
 * - `root`: the folder of its package.
 * - `mutate`: its files, as paths in `root`. `!` leaves a file out, and `leftOut` says why.
 * - `tests`: the tests that must notice, the quick ones first.
 * - `env`: how many random cases the tests try. Every mutant runs them, so there are few, but enough to break the laws that they check.
 * - `shared`: what the service loads only when it is asked for. The test files share all that they import, so that it is loaded once for
 *   each mutant and not once for each file; and this is loaded before the first test, or Stryker takes it for a part of that test alone.
 */
export const subjects = {
  settle: {
    root: 'packages/settle',
    mutate: ['src/**/*.ts', '!src/index.ts', '!src/{store,handlers}.ts', '!src/stores/{pg,sqlite,d1}.ts'],
    leftOut: {
      'src/index.ts, src/store.ts, src/handlers.ts': 'only names and types, no code that runs',
      'src/stores/pg.ts, sqlite.ts, d1.ts':
        'their tests need databases and kill processes (npm run test:stores), which takes minutes for each mutant',
    },
    tests: [
      'test/{judge,entry,book,look,search,round,asking,memory-store,schedule,settlement,updates}.test.ts',
      'test/settle.test.ts',
      'test/model.test.ts',
    ],
    env: { CEDI_SETTLE_ORDERS: '300' },
  },
  client: {
    root: 'packages/client',
    mutate: [
      'src/**/*.ts',
      '!src/**/*.test.ts',
      '!src/**/*.test-d.ts',
      '!src/generated/**',
      '!src/{index,operations,fetch,types}.ts',
    ],
    leftOut: {
      'src/generated/': 'generated from openapi.yaml; a check generates it again and compares',
      'src/index.ts, operations.ts, fetch.ts, types.ts': 'only names and types, no code that runs',
    },
    tests: ['src/money.test.ts', 'src/result.test.ts', 'src/client.test.ts', 'src/*.test.ts'],
    env: {},
  },
  checkout: {
    root: 'packages/sandbox',
    mutate: ['src/checkout/{machine,draft,paying,shop,typed,model}.ts'],
    leftOut: {
      'the other files of src/checkout/': 'views, routes and browser code, whose tests open pages',
    },
    tests: ['test/checkout/{typed,steps}.test.ts', 'test/checkout/machine.test.ts'],
    env: {},
  },
  ledger: {
    root: 'packages/ledger',
    mutate: ['src/*.ts', 'src/{entries,verify}/**/*.ts', '!src/**/*.test.ts', '!src/{index,sql,store,tables}.ts'],
    leftOut: {
      'src/tables/, src/tables.ts':
        'each table is a value that types, statements and indexes are made from, and holds no rule',
      'src/stores/sql/': 'its tests need databases; they compare it with the memory store',
      'src/stores/memory.ts, src/stores/memory/, plain.ts, snapshot.ts': 'the subject "memory"',
      'src/index.ts, src/sql.ts, src/store.ts': 'only names and types, no code that runs',
    },
    ...testsOfLedger,
  },
  memory: {
    root: 'packages/ledger',
    mutate: ['src/stores/memory.ts', 'src/stores/memory/*.ts', 'src/stores/{plain,snapshot}.ts', '!src/**/*.test.ts'],
    leftOut: {},
    ...testsOfLedger,
  },
  service: {
    root: 'packages/mock-server',
    mutate: ['src/service/**/*.ts', '!src/**/*.test.ts'],
    leftOut: {},
    // Tests that start processes or listen on a port are left out: they take seconds for each mutant, and check no rule that the others do not.
    tests: [
      'test/{refusals,service-rules,refunds,products,outcomes,payment-input,licenses,simulate}.test.ts',
      'test/!(cli|anything|node|doors|idempotency|bad-input|rate-limit|determinism).test.ts',
      'test/{idempotency,bad-input,rate-limit,determinism}.test.ts',
    ],
    env: { CEDI_MOCK_PART: '0.02' },
    shared: ['src/api/control/routes.ts'],
  },
}
