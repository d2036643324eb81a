// Makes what is published small. Types are there once, as .d.cts, and the ESM types re-export them: half the size, and one identity
// for both systems. The fixtures of ./testing, the largest file, are likewise there once. White space and the comments in code go.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { thinTypes } from '../../../scripts/thin-types.mjs'

const dist = new URL('../dist/', import.meta.url)
for (const file of readdirSync(dist)) {
  const url = new URL(file, dist)
  const text = readFileSync(url, 'utf8')
  if (!file.endsWith('.d.cts')) {
    writeFileSync(url, thinCode(text))
  } else {
    writeFileSync(url, thinTypes(text))
    const name = file.slice(0, -'.d.cts'.length)
    if (!name.includes('-')) writeFileSync(new URL(`${name}.d.ts`, dist), `export * from './${name}.cjs'\n`)
  }
}
writeFileSync(new URL('testing.js', dist), "export * from './testing.cjs'\n")

/** Lines stay, so that a stack trace shows one that can be read. No text of ours begins a line with a blank. */
function thinCode(text) {
  return text
    .replace(/^ *\/\*\*[\s\S]*?\*\/\n/gm, '')
    .replace(/^ *\/\/.*\n/gm, '')
    .replace(/^\s+/gm, '')
}
