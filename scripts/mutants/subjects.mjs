// What is broken on purpose, place by place, by "npm run mutants -- SUBJECT", and which tests have to notice (docs/decisions/0098).

/** Never copied to where the broken ones are tried: it is not read by any of these tests. */
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

/** The part of the mutants that the tests have to notice, in per cent: less fails the run. */
export const leastKilled = 85

/**
 * The subjects, by the name that the command takes.
 *
 * - `root`: the folder of its package.
 * - `mutate`: its files, from there. What begins with `!` is left out, and `leftOut` says why.
 * - `tests`: the tests that have to notice, the quick ones first.
 * - `env`: how often tests that repeat themselves do so: rarely, because each mutant runs them, and often enough that the law which they
 *   hold is met.
 */
export const subjects = {
  settle: {
    root: 'packages/settle',
    mutate: ['src/**/*.ts', '!src/index.ts', '!src/{store,handlers}.ts', '!src/stores/{pg,sqlite,d1}.ts'],
    leftOut: {
      'src/index.ts, src/store.ts, src/handlers.ts': 'names and types: nothing of them runs',
      'src/stores/pg.ts, sqlite.ts, d1.ts':
        'their tests need databases and processes that are killed (npm run test:stores), minutes for each mutant',
    },
    tests: [
      'test/{judge,entry,book,buyer,search,round,asking,memory-store,schedule,settlement}.test.ts',
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
      'src/generated/': 'made from openapi.yaml; a check makes it again and compares',
      'src/index.ts, operations.ts, fetch.ts, types.ts': 'names and types: nothing of them runs',
    },
    tests: ['src/money.test.ts', 'src/result.test.ts', 'src/client.test.ts', 'src/*.test.ts'],
    env: {},
  },
  checkout: {
    root: 'packages/sandbox',
    mutate: ['src/checkout/{machine,draft,paying,shop,typed,model}.ts'],
    leftOut: {
      'the other files of src/checkout/': 'views, routes and what runs in a browser: their tests open pages',
    },
    tests: ['test/checkout/{typed,steps}.test.ts', 'test/checkout/machine.test.ts'],
    env: {},
  },
  ledger: {
    root: 'packages/ledger',
    mutate: [
      'src/*.ts',
      'src/{entries,verify}/**/*.ts',
      'src/stores/memory.ts',
      'src/stores/memory/*.ts',
      'src/stores/{plain,snapshot}.ts',
      '!src/**/*.test.ts',
      '!src/{index,sql,store,tables}.ts',
    ],
    leftOut: {
      'src/tables/, src/tables.ts':
        'each table is one value from which types, statements and indexes are made, not a rule',
      'src/stores/sql/': 'its tests need databases; it is held to the answers of the memory store there',
      'src/index.ts, src/sql.ts, src/store.ts': 'names and types: nothing of them runs',
    },
    tests: ['src/*.test.ts', 'src/**/*.test.ts', 'test/*.test.ts'],
    env: { CEDI_LEDGER_OPERATIONS: '2000', CEDI_LEDGER_ROUNDS: '1' },
  },
  service: {
    root: 'packages/mock-server',
    mutate: ['src/service/**/*.ts', '!src/**/*.test.ts'],
    leftOut: {},
    // Those that start processes or listen on a port take seconds for each mutant, and hold no rule that the others do not.
    tests: [
      'test/{refunds,products,outcomes,payment-input,checkpoint}.test.ts',
      'test/!(cli|anything|node|doors).test.ts',
    ],
    env: {},
  },
}
