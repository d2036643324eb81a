// Property tests use a fixed seed, so that each run notices the same mutants, and stop at the first failure.
import { join } from 'node:path'
import fc from 'fast-check'
import { subjects } from './subjects.mjs'

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 1, endOnFailure: true })

const { root, shared = [] } = subjects[process.env.CEDI_MUTANTS]
for (const path of shared) await import(/* @vite-ignore */ join(process.cwd(), root, path))
