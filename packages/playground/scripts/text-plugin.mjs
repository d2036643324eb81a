import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** esbuild plugin that imports a file as text: `import code from './pay.js?text'`. */
export const textPlugin = {
  name: 'text',
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
