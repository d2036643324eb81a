// Serves the built site on the loopback interface, below the path that it was built for, with a mock server behind /api, so that "Try it" works on the same origin.
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join, resolve, sep } from 'node:path'
import { createSandbox } from '@cedi/sandbox'

const site = resolve(import.meta.dirname, '../../.cache/docs')
const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
}

/** Returns the file for a URL path; undefined if the site does not contain it. */
function resolveFile(pathname, base) {
  if (!pathname.startsWith(base)) return
  let path
  try {
    path = resolve(site, `./${decodeURIComponent(pathname.slice(base.length))}`)
  } catch {
    return
  }
  if (path !== site && !path.startsWith(site + sep)) return
  if (existsSync(path) && statSync(path).isDirectory()) path = join(path, 'index.html')
  return existsSync(path) ? path : undefined
}

/** Starts the server; port 0 selects a free port. */
export async function serve({ port = 4020, log = () => {} } = {}) {
  if (!existsSync(join(site, 'index.html')))
    throw new Error('The site is not built yet: npm run docs builds and serves it.')
  const { base } = JSON.parse(readFileSync(resolve(import.meta.dirname, '../.cache/site.json'), 'utf8'))
  const mock = createSandbox()
  const api = await mock.listen(0)
  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url, 'http://site')
    if (pathname.startsWith('/api/')) {
      const chunks = []
      request.on('data', (chunk) => chunks.push(chunk))
      request.on('end', async () => {
        try {
          const { host, connection, 'content-length': length, ...headers } = request.headers
          const body = chunks.length > 0 ? Buffer.concat(chunks) : undefined
          const apiResponse = await fetch(`${api.url}${pathname}${search}`, { method: request.method, headers, body })
          response.writeHead(apiResponse.status, Object.fromEntries(apiResponse.headers))
          response.end(Buffer.from(await apiResponse.arrayBuffer()))
        } catch (error) {
          response
            .writeHead(502, { 'content-type': 'text/plain' })
            .end(`The mock server did not answer: ${error.message}`)
        }
      })
      return
    }
    const match = resolveFile(pathname, base)
    log(`${match ? 200 : 404} ${pathname}`)
    const file = match ?? join(site, '404.html')
    response.writeHead(match ? 200 : 404, {
      'content-type': types[extname(file)] ?? 'application/octet-stream',
      // Names of assets change with their content. The worker is requested again with each page that it handles.
      ...(pathname.includes('/assets/') && { 'cache-control': 'max-age=31536000, immutable' }),
      ...(pathname.endsWith('/play/worker.js') && { 'cache-control': 'max-age=60' }),
    })
    createReadStream(file).pipe(response)
  })
  await new Promise((done, failed) => server.once('error', failed).listen(port, '127.0.0.1', done))
  return {
    /** URL of the site, including its base path. */
    url: `http://127.0.0.1:${server.address().port}${base.slice(0, -1)}`,
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
      await api.close()
    },
  }
}

if (process.argv[1] === import.meta.filename) {
  try {
    const { url, close } = await serve({ port: Number(process.env.PORT ?? 4020) })
    console.log(`The documentation: ${url}\nCtrl-C ends it.`)
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void close().then(() => process.exit(0)))
  } catch (error) {
    console.error(
      error.code === 'EADDRINUSE'
        ? `Port ${process.env.PORT ?? 4020} is taken. Choose another: PORT=4021 npm run docs`
        : error.message,
    )
    process.exitCode = 1
  }
}
