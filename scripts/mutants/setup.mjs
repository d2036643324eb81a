// Property tests use a fixed seed, so that each run notices the same mutants, and stop at the first failure.
import fc from 'fast-check'

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 1, endOnFailure: true })
