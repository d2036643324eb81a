// npm run generate: generates everything that depends on packages/contract/openapi.yaml. --overlay FILE applies an OpenAPI
// Overlay 1.0 to it first, and lists code that uses what the overlay changes. If the generation fails, openapi.yaml and the
// generated files are restored.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { OverlayError, prepareOverlay } from '../packages/contract/scripts/overlay.mjs'
import { findUses } from '../packages/contract/scripts/overlay-uses.mjs'

const root = resolve(import.meta.dirname, '..')
const openapi = join(root, 'packages/contract/openapi.yaml')
const { values } = parseArgs({ options: { overlay: { type: 'string' } } })

const generate = () => spawnSync('npx', ['turbo', 'run', 'generate'], { cwd: root, stdio: 'inherit' }).status ?? 1

/** Applies an overlay and generates. @returns The exit code. */
function applyAndGenerate(name) {
  // From the folder where the command was run.
  const file = resolve(process.env.INIT_CWD ?? process.cwd(), name)
  const before = readFileSync(openapi, 'utf8')
  const { text, document, unmatchedTargets, isChanged, actions } = prepareOverlay(before, readFileSync(file, 'utf8'))
  for (const target of unmatchedTargets) console.error(`${target} matches nothing in openapi.yaml and was skipped.`)
  if (!isChanged) {
    console.log('The overlay changes nothing, so openapi.yaml is unchanged.')
    return 0
  }
  writeFileSync(openapi, text)
  if (generate() !== 0) {
    writeFileSync(openapi, before)
    const isRestored = generate() === 0
    console.error(
      `--overlay ${name}: the generation failed (see above), so openapi.yaml ${isRestored ? 'and the generated files were' : 'was'} restored. Correct the overlay.`,
    )
    return 2
  }
  console.log('Changed packages/contract/openapi.yaml. Review it with "git diff", and run "npm run types".')
  const uses = findUses(root, document, actions)
  if (uses.length > 0)
    console.log(`\nCheck this code, which uses changed fields or values and may not follow:\n${uses.join('\n')}`)
  return 0
}

try {
  process.exitCode = values.overlay === undefined ? generate() : applyAndGenerate(values.overlay)
} catch (error) {
  if (!(error instanceof OverlayError || error.code === 'ENOENT')) throw error
  console.error(`--overlay ${values.overlay}: ${error.message}`)
  process.exitCode = 2
}
