// npm run generate: generates everything that depends on packages/contract/openapi.yaml. --overlay FILE applies an OpenAPI
// Overlay 1.0 to it first.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { applyOverlay, OverlayError, readOverlay } from '../packages/contract/scripts/overlay.mjs'

const root = resolve(import.meta.dirname, '..')
const openapi = join(root, 'packages/contract/openapi.yaml')
const { values } = parseArgs({ options: { overlay: { type: 'string' } } })

if (values.overlay !== undefined)
  try {
    // From the folder where the command was run.
    const file = resolve(process.env.INIT_CWD ?? process.cwd(), values.overlay)
    const { text, missed } = applyOverlay(readFileSync(openapi, 'utf8'), readOverlay(readFileSync(file, 'utf8')))
    for (const target of missed) console.error(`${target} matches nothing in openapi.yaml and was skipped.`)
    writeFileSync(openapi, text)
    console.log('Changed packages/contract/openapi.yaml. Review it with "git diff", and run "npm run types".')
  } catch (error) {
    if (!(error instanceof OverlayError || error.code === 'ENOENT')) throw error
    console.error(`--overlay ${values.overlay}: ${error.message}`)
    process.exit(2)
  }

process.exitCode = spawnSync('npx', ['turbo', 'run', 'generate'], { cwd: root, stdio: 'inherit' }).status ?? 1
