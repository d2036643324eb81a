import { runMock } from '../src/cli/index.js'

await runMock(process.argv.slice(2))
