// Types are published once, as .d.cts; the ESM types re-export them: half the size, and one identity for both systems.
// The fixtures of ./testing, the largest file, are likewise there once.
import { readdirSync, rmSync, writeFileSync } from 'node:fs'

const dist = new URL('../dist/', import.meta.url)
for (const file of readdirSync(dist).filter((name) => name.endsWith('.d.ts'))) {
  const name = file.slice(0, -'.d.ts'.length)
  if (name.includes('-')) rmSync(new URL(file, dist))
  else writeFileSync(new URL(file, dist), `export * from './${name}.cjs'\n`)
}
writeFileSync(new URL('testing.js', dist), "export * from './testing.cjs'\n")
