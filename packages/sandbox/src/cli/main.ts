#!/usr/bin/env node
import { runSandbox } from './index.js'

await runSandbox(process.argv.slice(2))
