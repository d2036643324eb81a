import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { versions } from '../peers.mjs'
import { formatInteger, ratio } from '../report.mjs'

const describeLabels = {
  'literal.mjs': 'hand-written literal',
  'cedi-client.mjs': '@cedi/client',
  'octokit.mjs': `@octokit/endpoint ${versions['@octokit/endpoint']}`,
}
const sendLabels = {
  'literal-sender.mjs': 'hand-written literal and fetch',
  'cedi-sender.mjs': '@cedi/client and send',
  'openapi-fetch.mjs': `openapi-fetch ${versions['openapi-fetch']}`,
}

export const builds = ['client']

export async function run() {
  const figures = {}
  for (const file of [...Object.keys(describeLabels), ...Object.keys(sendLabels)])
    figures[file] = await measureSizes(file)
  const rows = (labels, base) =>
    Object.entries(labels).map(([file, label]) => {
      const { minified, gzip, brotli } = figures[file]
      return [
        label,
        formatInteger(brotli),
        ratio(brotli, figures[base].brotli),
        formatInteger(gzip),
        formatInteger(minified),
      ]
    })
  const head = ['', 'brotli B', 'vs hand-written', 'gzip B', 'minified B']
  return {
    title: 'Size of the client',
    about:
      'Listing products with `limit=20`, bundled and minified by esbuild for es2020. @cedi/client validates its input and hides the key from logs; `send` has a deadline, retries and typed errors.',
    tables: [
      { caption: 'Describe a request', head, rows: rows(describeLabels, 'literal.mjs') },
      { caption: 'Describe and send', head, rows: rows(sendLabels, 'literal-sender.mjs') },
    ],
    figures,
  }
}

async function measureSizes(file) {
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
