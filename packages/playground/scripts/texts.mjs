import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A file by its text, as in `import code from './pay.js?text'`. */
export const texts = {
  name: 'texts',
  setup(build) {
    build.onResolve({ filter: /\?text$/ }, ({ path, resolveDir }) => ({
      path: join(resolveDir, path.replace(/\?text$/, '')),
      namespace: 'text',
    }))
    build.onLoad({ filter: /.*/, namespace: 'text' }, ({ path }) => ({
      contents: readFileSync(path, 'utf8'),
      loader: 'text',
    }))
  },
}
