// Vitest setup: property tests have a fixed seed and at most 2,500 runs. `npm run test:laws` sets a random seed and more runs.
import fc from 'fast-check'

const { CEDI_SEED = '1', CEDI_RUNS = '2500', CEDI_MUTANTS } = process.env
fc.configureGlobal({ seed: Number(CEDI_SEED), numRuns: Number(CEDI_RUNS), endOnFailure: CEDI_MUTANTS !== undefined })
