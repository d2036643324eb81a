// Makes types small without a loss: doc comments stay whole, only the stars and blanks before their lines go. With a folder it does so
// to all that are in it, and those of ESM that say the same as those of CJS re-export them.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const thinTypes = (text) => text.replace(/^ +(?:\*(?!\/) ?)?/gm, '').replace(/\n{2,}/g, '\n')

if (process.argv[1] === import.meta.filename) {
  const [folder = '.'] = process.argv.slice(2)
  for (const file of readdirSync(folder).filter((name) => /\.d\.c?ts$/.test(name))) {
    const path = join(folder, file)
    writeFileSync(path, thinTypes(readFileSync(path, 'utf8')))
  }
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.d.cts'))) {
    const name = file.slice(0, -'.d.cts'.length)
    const path = join(folder, `${name}.d.ts`)
    const ofCjs = readFileSync(join(folder, file), 'utf8')
    if (readFileSync(path, 'utf8') === ofCjs) writeFileSync(path, `export * from './${name}.cjs'\n`)
  }
}
