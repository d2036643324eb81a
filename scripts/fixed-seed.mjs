// Vitest setup for mutation testing: property tests run the same cases for each mutant and stop at the first failure.
import fc from 'fast-check'

fc.configureGlobal({ seed: 1, endOnFailure: true })
