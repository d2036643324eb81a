// Ceilings of what a page or a server loads: the size of the day when each was set plus 3 to 10 %. They may be raised when
// clear code needs it. Bundled and minified by esbuild, brotli; the scripts for pages as they are served, gzip.

/** Measures a file as it is, because it is already bundled. */
const asServed = { modifyEsbuildConfig: (config) => ({ ...config, loader: { '.js': 'copy' } }) }
const client = (name, names) => ({
  name: `@cedi/client${name === 'index' ? '' : `/${name}`}`,
  path: `packages/client/dist/${name}.js`,
  import: names,
})
const settle = (name) => ({
  name: `@cedi/client/settle${name === 'index' ? '' : `/${name}`}`,
  path: `packages/client/dist/settle/${name}.js`,
  ignore: ['@cedi/client'],
})

export default [
  { ...client('index', '{ createClient }'), limit: '5250 B' },
  { ...client('response', '*'), limit: '4805 B' },
  { ...client('fetch', '{ send }'), limit: '6600 B' },
  { ...client('debug', '*'), limit: '1245 B' },
  { ...client('money', '*'), limit: '375 B' },
  { ...client('schemas', '{ balanceSchema }'), limit: '910 B' },
  { ...settle('index'), limit: '5185 B' },
  { ...settle('memory'), limit: '355 B' },
  { ...settle('pg'), limit: '1775 B' },
  { ...settle('sqlite'), limit: '1620 B' },
  { ...settle('d1'), limit: '1705 B' },
  { name: 'service.js', path: 'packages/service-js/dist/service.js', gzip: true, ...asServed, limit: '10780 B' },
  { name: 'embed.js', path: 'packages/embed-js/dist/embed.js', gzip: true, ...asServed, limit: '4770 B' },
  { name: 'buy.js', path: 'packages/embed-js/dist/buy.js', gzip: true, ...asServed, limit: '9695 B' },
  {
    name: 'playground, first visit',
    path: ['page', 'worker'].map((name) => `packages/playground/dist/${name}.js`),
    gzip: true,
    ...asServed,
    limit: '248 kB',
  },
]
