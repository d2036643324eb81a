import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { versions } from '../peers.mjs'
import { ratio, whole } from '../report.mjs'

const describing = {
  'literal.mjs': 'by hand, a literal',
  'cedi-operation.mjs': '@cedi/client, one operation',
  'cedi-client.mjs': '@cedi/client, the whole client',
  'octokit.mjs': `@octokit/endpoint ${versions['@octokit/endpoint']}`,
}
const sending = {
  'literal-sender.mjs': 'by hand, a literal and fetch',
  'cedi-sender.mjs': '@cedi/client, one operation and send',
  'openapi-fetch.mjs': `openapi-fetch ${versions['openapi-fetch']}`,
}

export const builds = ['client']

export async function run() {
  const figures = {}
  for (const file of [...Object.keys(describing), ...Object.keys(sending)]) figures[file] = await sizes(file)
  const rows = (labels, base) =>
    Object.entries(labels).map(([file, label]) => {
      const { minified, gzip, brotli } = figures[file]
      return [label, whole(brotli), ratio(brotli, figures[base].brotli), whole(gzip), whole(minified)]
    })
  const head = ['', 'brotli B', 'against by hand', 'gzip B', 'minified B']
  return {
    title: 'Size of the client',
    about:
      '"List products with `limit=20`", bundled and minified by esbuild for es2020. @cedi/client checks its input and hides the key from logs; its sender has a deadline, retries and typed errors.',
    tables: [
      { caption: 'Describing a request', head, rows: rows(describing, 'literal.mjs') },
      { caption: 'Sending it too', head, rows: rows(sending, 'literal-sender.mjs') },
    ],
    goals: [],
    figures,
  }
}

async function sizes(file) {
  const result = await build({
    entryPoints: [fileURLToPath(new URL(`../children/clients/${file}`, import.meta.url))],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2020',
    legalComments: 'none',
    write: false,
  })
  const { contents } = result.outputFiles[0]
  return {
    minified: contents.length,
    gzip: gzipSync(contents, { level: 9 }).length,
    brotli: brotliCompressSync(contents).length,
  }
}
