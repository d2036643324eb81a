/// <reference types="node" />
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

// A copy of contract and client in which the tests edit openapi.yaml and run the generators.
const root = join(import.meta.dirname, '../../..')
const copy = join(root, '.cache/one-place')
const yaml = join(copy, 'packages/contract/openapi.yaml')

const edit = (file: string, from: string, to: string) => {
  const text = readFileSync(file, 'utf8')
  expect(text).toContain(from)
  writeFileSync(file, text.replace(from, to))
}
const generate = () =>
  execFileSync(process.execPath, ['scripts/generate.mjs'], { cwd: join(copy, 'packages/contract'), stdio: 'pipe' })
const checkTypes = () =>
  spawnSync(process.execPath, [join(root, 'node_modules/typescript-7/bin/tsc'), '-p', 'packages/client'], {
    cwd: copy,
    encoding: 'utf8',
  })

beforeEach(() => {
  rmSync(copy, { recursive: true, force: true })
  for (const name of ['contract', 'client']) {
    const [from, to] = [join(root, 'packages', name), join(copy, 'packages', name)]
    mkdirSync(to, { recursive: true })
    for (const part of ['src', 'scripts', 'package.json', 'tsconfig.json'])
      cpSync(join(from, part), join(to, part), { recursive: true })
    symlinkSync(join(from, 'node_modules'), join(to, 'node_modules'))
  }
  cpSync(join(root, 'packages/contract/openapi.yaml'), yaml)
  cpSync(join(root, 'packages/contract/fixtures'), join(copy, 'packages/contract/fixtures'), { recursive: true })
  cpSync(join(root, 'tsconfig.base.json'), join(copy, 'tsconfig.base.json'))
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  mkdirSync(join(copy, 'packages/client/test'))
})
afterEach(() => rmSync(copy, { recursive: true, force: true }))

const newOperation = `  /api/v1/orders/{ref}/cancel:
    post:
      operationId: cancelOrder
      tags: [ orders ]
      summary: Cancel an order
      x-scope: orders:read
      parameters:
        - { $ref: '#/components/parameters/OrderRef' }
      responses:
        '200':
          description: Cancelled.
          content:
            application/json:
              schema: { type: object, properties: { success: { const: true }, data: { $ref: '#/components/schemas/Order' } } }
              examples: {}
`

test('adding an operation requires openapi.yaml and one resource file, and the types report a missing method', () => {
  edit(yaml, '\npaths:\n', `\npaths:\n${newOperation}`)
  generate()
  const typesBefore = checkTypes()
  expect(typesBefore.stdout).toContain('client.test-d.ts')
  expect(typesBefore.stdout).toContain('cancelOrder')

  const orders = join(copy, 'packages/client/src/resources/orders.ts')
  edit(
    orders,
    '  /**\n   * Describes the request that reads an order.',
    "  /** Describes the request that cancels an order. */\n  cancel(ref: OrderRef, options?: CallOptions): OperationRequest<'cancelOrder'>\n  /**\n   * Describes the request that reads an order.",
  )
  edit(
    orders,
    '    read: (ref, options)',
    '    cancel: (ref, options) => describeOperation(connection, operations.cancelOrder, { params: { ref }, options }),\n    read: (ref, options)',
  )
  writeFileSync(
    join(copy, 'packages/client/src/added.test-d.ts'),
    "import { createClient } from './index.js'\nexport const method: 'POST' = createClient({ baseUrl: '', apiKey: '' }).orders.cancel('o').method\n",
  )
  expect(checkTypes().stdout).toBe('')
})

test('a changed operation causes a type error in the resource file', () => {
  // Changes a path parameter, a query parameter and a body.
  edit(yaml, 'name: id\n      in: path', 'name: handle\n      in: path')
  edit(yaml, '/api/v1/products/{id}', '/api/v1/products/{handle}')
  edit(yaml, 'name: limit\n      in: query', 'name: page_size\n      in: query')
  edit(yaml, "$ref: '#/components/schemas/RefundInput' }", "$ref: '#/components/schemas/ProductInput' }")
  generate()
  const { status, stdout } = checkTypes()
  expect(status).not.toBe(0)
  expect(stdout).toMatch(/resources\/products\.ts.*'id' does not exist in type '{ readonly handle: ProductId; }'/)
  expect(stdout).toMatch(/resources\/refunds\.ts.*'RefundInput' is missing .* from type 'ProductInput'/)
  expect(stdout).toMatch(/client\.test-d\.ts.*page_size/)
})
