// Unit tests of the modules that build the site.
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parse } from 'yaml'
import ceilings from '../../../.size-limit.js'
import { callGroup, createCallText, describe, toCallName, toPhp, toShell, withCallGroups } from './calls.mjs'
import { withInstallGroups } from './installs.mjs'
import { createLinkRewriter } from './links.mjs'
import { tryCall, withPlayground } from './playground.mjs'
import { toPagePath } from './reference.mjs'
import { createSidebars } from './sidebar.mjs'
import { descriptionOf, pageOf, read, root, titleOf } from './sources.mjs'
import { createTokensCss } from './tokens.mjs'
import { toPlainMarkdown } from './twins.mjs'

const openapi = parse(read('packages/contract/openapi.yaml'))
const block = (language, code) => `\`\`\`${language}\n${code}\n\`\`\``

test('an npm installation is also shown for pnpm and yarn', () => {
  const text = withInstallGroups(
    block('sh', 'npm install @cedi/client\nnpm install --save-dev @cedi/mock-server\nnpx @cedi/cli mock # here'),
  )
  assert.match(text, /^::: code-group\n/)
  assert.match(text, /pnpm add @cedi\/client\npnpm add -D @cedi\/mock-server\npnpm exec cedi mock # here/)
  assert.match(text, /yarn add @cedi\/client\nyarn add --dev @cedi\/mock-server\nyarn run cedi mock # here/)
})

test('the performance budget lists the limits that size-limit and a test enforce', () => {
  const guide = read('docs/guides/performance-budget.md')
  const limit = (name) =>
    Number.parseInt(ceilings.find((ceiling) => ceiling.name === name).limit, 10).toLocaleString('en')
  const [, page] = /toBeLessThanOrEqual\((1\d_\d+)\)/.exec(read('packages/sandbox/test/pages/page-security.test.ts'))
  const pageBytes = Number(page.replace('_', '')).toLocaleString('en')
  const [script, button, buy] = ['service.js', 'embed.js', 'buy.js'].map(limit)
  const libraries = ['@cedi/client', '@cedi/client/fetch', '@cedi/client/settle'].map(limit)
  const sizes = [...guide.matchAll(/\| ([\d,]+) B/g)].map(([, bytes]) => bytes)
  assert.deepEqual(sizes, [script, button, buy, pageBytes, ...libraries, button, buy, pageBytes])
})

test('commands of this repository are unchanged', () => {
  for (const code of [
    'npm ci && npm run build',
    'npm install ./cedi-client-0.0.0.tgz',
    'npx @cedi/cli mock --port 0',
    'npm install --workspace docs',
  ]) {
    const text = block('sh', code)
    assert.equal(withInstallGroups(text), text)
  }
})

test('a call is one request in three languages', () => {
  const call =
    "payments.create({ amount: 45.5, method: 'mobile_money', phone: '0244123789' }, { idempotencyKey: 'order-1042' })"
  const { method, body, headers } = describe(call)
  assert.equal(method, 'POST')
  assert.deepEqual(JSON.parse(body), { amount: 45.5, method: 'mobile_money', phone: '0244123789' })
  assert.equal(headers['Idempotency-Key'], 'order-1042')
  assert.equal(
    toShell(describe(call)),
    [
      `curl -X POST "$CEDI_URL"'/api/v1/payments' \\`,
      '  -H "Authorization: Bearer $CEDI_API_KEY" \\',
      "  -H 'Accept: application/json' \\",
      "  -H 'Content-Type: application/json' \\",
      "  -H 'Idempotency-Key: order-1042' \\",
      `  --data-raw '${body}'`,
    ].join('\n'),
  )
  const php = toPhp(describe(call))
  assert.match(php, /curl_init\(getenv\('CEDI_URL'\) \. '\/api\/v1\/payments'\)/)
  assert.match(php, /json_encode\(\[\n {8}'amount' => 45\.5,\n {8}'method' => 'mobile_money',/)
  assert.doesNotMatch(callGroup(call), /sk_test|cedi\.invalid/)
})

test('every operation of the contract is a call that the client can describe', () => {
  for (const [path, methods] of Object.entries(openapi.paths))
    for (const [method, operation] of Object.entries(methods)) {
      if (!operation.operationId || operation.operationId === 'readDescription' || path.endsWith('openapi.json'))
        continue
      const call = createCallText(operation.operationId, {
        method,
        parameters: [{ in: 'path', example: 'a' }],
        body: method === 'post' ? { amount: 1 } : undefined,
      })
      assert.ok(call.startsWith(toCallName(operation.operationId)), call)
      if (path.includes('{') || method === 'post')
        assert.ok(describe(call.replace(method === 'post' ? "'a', " : '', '')).url, call)
    }
})

test('a guide shows curl and PHP for the first block of a call only', () => {
  const code = [
    "const order = '7'",
    'const payment = await send(',
    '  cedi.payments.create(',
    "    { amount: 5, method: 'mobile_money', phone: '0244123789' }, // five",
    '    { idempotencyKey: `order-$' + '{order}` },',
    '  ),',
    ')',
  ].join('\n')
  const text = withCallGroups(`${block('ts', code)}\n\n${block('ts', code)}\n`)
  assert.equal(text.match(/::: code-group/g).length, 1)
  assert.match(text, /\[TypeScript\]\nconst order/)
  assert.match(text, /Idempotency-Key: order-7/)
  // A block that uses an earlier response is unchanged.
  const after = block('ts', 'await send(cedi.payments.read(payment.ref))')
  assert.equal(withCallGroups(after), after)
  const both = block('ts', `${code}\nawait send(cedi.refunds.create({ payment_ref: payment.ref }))`)
  assert.equal(withCallGroups(both), both)
})

test('a link becomes a link to a page, a picture or the repository, or plain text', () => {
  const copiedFiles = []
  const change = createLinkRewriter({
    repository: 'https://code.example/cedi',
    asset: (file, copy) => copiedFiles.push([file, copy]),
  })
  const from = (text) => change(text, 'docs/guides/popup.md', 'guides/popup.md')
  assert.equal(from('[a](take-a-payment.md#b)'), '[a](./take-a-payment.md#b)')
  assert.equal(from('[a](../../packages/client/README.md)'), '[a](../reference/client/index.md)')
  assert.equal(from('[a](../../packages/client)'), '[a](../reference/client/index.md)')
  assert.equal(from('![a](../images/product.png)'), '![a](../images/product.png)')
  assert.deepEqual(copiedFiles, [['docs/images/product.png', 'images/product.png']])
  assert.equal(from('[`x`](../../LICENSE)'), '[`x`](https://code.example/cedi/blob/main/LICENSE)')
  assert.equal(from('[a](https://pay.example) [b](#c)'), '[a](https://pay.example) [b](#c)')
  assert.equal(from(block('md', '[a](nowhere.md)')), block('md', '[a](nowhere.md)'))
  assert.throws(() => from('[a](nowhere.md)'), /guides\/popup\.md: there is no docs\/guides\/nowhere\.md/)
  assert.equal(createLinkRewriter({ asset() {} })('[a](../../LICENSE)', 'docs/guides/popup.md', 'guides/popup.md'), 'a')
})

test('a link to the playground contains the base path of the site', () => {
  const page = '# Title\n\nWhat it is about.\n\n<!-- playground -->\n\nMore.\n'
  for (const text of [
    withPlayground(page, 'guides/refunds.md', '/cedi/play/'),
    withPlayground(page, 'index.md', '/cedi/play/'),
    tryCall('/cedi/play/', 'payments.create'),
  ]) {
    const addresses = [...text.matchAll(/\]\(([^)]+)\)|src="([^"]+)"/g)].map(([, link, frame]) => link ?? frame)
    assert.notEqual(addresses.length, 0)
    for (const address of addresses) assert.match(address, /^\/cedi\/play\//)
  }
  assert.doesNotMatch(withPlayground(page, 'index.md', ''), /play/)
})

test('each entry point and each export has its own page', () => {
  const packages = new Set(['client'])
  const paths = {
    'client/README.md': 'reference/client/index.md',
    'client/index/README.md': 'reference/client/api.md',
    'client/fetch/README.md': 'reference/client/fetch.md',
    'client/fetch/functions/send.md': 'reference/client/fetch/functions/send.md',
    'client/index/classes/ApiError.md': 'reference/client/api/classes/ApiError.md',
    'client/settle/README.md': 'reference/client/settle.md',
    'client/settle/stores/pg/README.md': 'reference/client/settle-pg.md',
    'client/settle/stores/pg/functions/createStore.md': 'reference/client/settle-pg/functions/createStore.md',
    'service-js/README.md': 'reference/service-js/api.md',
    'service-js/functions/open.md': 'reference/service-js/api/functions/open.md',
  }
  assert.deepEqual(Object.fromEntries(Object.keys(paths).map((file) => [file, toPagePath(file, packages)])), paths)
})

test('every guide has a title, a description and a sidebar entry', () => {
  for (const [source, page] of pageOf) {
    if (!source.startsWith('docs/guides/')) continue
    assert.ok(titleOf(read(source)), source)
    assert.ok(descriptionOf(read(source)).length > 20, source)
    assert.doesNotMatch(descriptionOf(read(source)), /[`[\]|]/, page)
  }
  const guides = readdirSync(join(root, 'docs/guides')).filter((name) => name.endsWith('.md'))
  const { unlistedPages } = createSidebars(new Map(guides.map((name) => [`guides/${name}`, name])))
  assert.deepEqual(unlistedPages, [])
})

test('the CSS has light and dark colours of the hosted pages', () => {
  assert.match(createTokensCss(), /:root \{\n {2}--paper: #[\da-f]{6};/)
  assert.match(createTokensCss(), /\.dark \{\n {2}--paper: #[\da-f]{6};/)
  assert.doesNotMatch(createTokensCss(), /light-dark/)
})

test('the Markdown version of a page contains no VitePress syntax and no form', () => {
  const text = toPlainMarkdown(
    `---\ntitle: a\n---\n\n# A\n\n${withInstallGroups(block('sh', 'npm install @cedi/client'))}\n\n## Try it\n\n<form class="try-it">\n<button>x</button>\n</form>\n\n## Responses\n`,
  )
  assert.equal(text, '# A\n\n```sh\nnpm install @cedi/client\n```\n\n## Responses\n')
  const calls = toPlainMarkdown(callGroup("payments.read('pay_1')"))
  assert.match(calls, /^TypeScript:\n\n```ts\n/)
  assert.match(calls, /\ncurl:\n\n```sh\n/)
  assert.doesNotMatch(calls, /:::/)
})
