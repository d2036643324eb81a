/// <reference types="node" />
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const file = join(import.meta.dirname, 'hover-sample.ts')

/** Program of a developer. The hovers are read at each `^`, which is removed. */
const sample = `import { createClient } from '@cedi/client'
const cedi = ^createClient({ ^baseUrl: 'https://pay.example', ^apiKey: 'k' })
cedi.^payments.^create({ ^amount: 45.5, ^method: 'mobile_money', ^phone: '0244123789', ^network: 'mtn', ^metadata: {}, ^email: 'a@b.example' }, { ^idempotencyKey: 'k', ^simulate: true })
cedi.payments.create({ ^product_id: 'p', ^quantity: 1, ^delivery: { ^name: 'Ama', ^phone: '0244123789', ^place: 'Accra' }, method: 'card', ^card: { ^number: '4', ^expiry_month: 1, ^expiry_year: 2035, ^cvc: '1' } })
cedi.payments.^read('p')
cedi.checkoutIntents.^create({ ^amount: '10.00', ^channels: ['card'], ^return_url: 'https://shop.example' })
cedi.balance.^read()
cedi.refunds.^create({ ^payment_ref: 'p', ^amount: 5, ^reason: 'r' })
cedi.products.^list({ ^limit: '20', ^cursor: 'c' })
cedi.products.^create({ ^name: 'Kente tote', ^price: 120, ^type: 'physical', ^stock: 3 })
cedi.products.^read('p')
cedi.orders.^list()
cedi.orders.^read('o')
cedi.licenses.^verify('L', { ^instance: 'i' })
cedi.^request('GET /api/v1/payouts/{ref}', { ^params: { ref: 'po_1' } })
`

/** Returns the hovers of the sample: name, signature, documentation. */
function readHovers(text: string): { readonly name: string; readonly signature: string; readonly comment: string }[] {
  const positions: number[] = []
  let source = ''
  for (const part of text.split('^')) {
    if (source !== '' || text.startsWith('^')) positions.push(source.length)
    source += part
  }
  const config = ts.readConfigFile(join(root, 'tsconfig.base.json'), ts.sys.readFile).config
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root)
  const read = (path: string): string | undefined => (path === file ? source : ts.sys.readFile(path))
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => [file],
    getScriptVersion: () => '1',
    getScriptSnapshot: (path) => {
      const content = read(path)
      return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content)
    },
    getCurrentDirectory: () => root,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (path) => path === file || ts.sys.fileExists(path),
    readFile: read,
  })
  expect(service.getSemanticDiagnostics(file).map(({ messageText }) => messageText)).toEqual([])
  return positions.map((position) => {
    const info = service.getQuickInfoAtPosition(file, position)
    return {
      name: /^\w+/.exec(source.slice(position))?.[0] ?? '',
      signature: ts.displayPartsToString(info?.displayParts),
      comment: ts.displayPartsToString(info?.documentation),
    }
  })
}

test('hovers explain every call and member, with the unit of an amount and the record of a call', () => {
  const hovers = readHovers(sample)
  expect(hovers.filter(({ comment }) => comment === '')).toEqual([])
  for (const { name, comment } of hovers) if (/^(?:amount|price)$/.test(name)) expect(comment, name).toContain('GH₵')
  const calls = hovers.filter(
    ({ name, signature }) => /^(?:create|read|list|verify)$/.test(name) && signature.includes('('),
  )
  expect(calls.map(({ signature }) => signature.replace(/^.*: /, ''))).toEqual([
    'RequestDescription<Payment, "createPayment", "POST">',
    'RequestDescription<Payment, "readPayment", "GET">',
    'RequestDescription<CheckoutIntent, "createCheckoutIntent", "POST">',
    'RequestDescription<Balance, "readBalance", "GET">',
    'RequestDescription<Refund, "createRefund", "POST">',
    'RequestDescription<readonly Product[], "listProducts", "GET">',
    'RequestDescription<Product, "createProduct", "POST">',
    'RequestDescription<Product, "readProduct", "GET">',
    'RequestDescription<readonly Order[], "listOrders", "GET">',
    'RequestDescription<Order, "readOrder", "GET">',
    'LicenseRequest',
  ])
  expect(hovers.find(({ name }) => name === 'createClient')?.signature).toBe(
    '(alias) createClient(config: Config): Client (+1 overload)\nimport createClient',
  )
})
