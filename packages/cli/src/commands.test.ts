import { expect, test } from 'vitest'
import { createTestCli } from '../test/test-cli.js'

test.each([
  [['product', 'list'], 'There is no command product. Did you mean products?'],
  [['products'], 'products needs a command. Use one of: list, create, read.'],
  [['products', 'delete'], 'products has no command delete. Use one of: list, create, read.'],
  [['products', 'read'], 'Usage: cedi products read ID'],
  [['products', 'list', '--limits', '3'], 'cedi products list has no flag --limits. Did you mean --limit?'],
  [['products', 'create', '--nam', 'x'], 'cedi products create has no flag --nam. Did you mean --name?'],
  [['products', 'create', '--stock', 'many'], '--stock must be a whole number, not "many".'],
  [['products', 'create', '--active', 'yes'], '--active must be true or false, not "yes".'],
  [['products', 'create', '--data', '{'], '--data must be JSON'],
  [['products', 'create', '--data', '{"price":7.4999999999999999999}'], '--data: price has too many digits'],
  [['products', 'create', '--data', '@/no/such'], '--data cannot read /no/such (ENOENT).'],
  [['products', 'create', '--data', '{}', '--name', 'x'], '--data is the whole body. Remove --name'],
  [['payments', 'create', '--amount', '5', '--amount', '500'], '--amount is set twice. Remove one.'],
  [['payments', 'create', '--amount=5', '--amount=5'], '--amount is set twice. Remove one.'],
  [['payments', 'create', '--metadata.order', '1', '--metadata.order', '2'], '--metadata.order is set twice.'],
  [['payments', 'create', '--data', '{}', '--data', '{}'], '--data is set twice.'],
  [['products', 'list', '--json', '--json'], '--json is set twice.'],
  [['payments', 'decline', 'pay_1', '--code', 'a', '--code', 'b'], '--code is set twice.'],
  [['logs', '--limit', '1', '--limit', '2'], '--limit is set twice.'],
  [['payments', 'read', '..'], 'ref'],
  [['payments', 'create', '--amount', '-5'], 'Write --amount=VALUE, without a space.'],
  [['balance', 'read', '--url', 'http://pay.example'], 'There is no key for http://pay.example.'],
  [['balance', 'read', '--url', 'https://127.evil.example'], 'There is no key for https://127.evil.example.'],
  [['balance', 'read', '--url', '127.0.0.1:4911'], 'has no scheme. Did you mean http://127.0.0.1:4911?'],
  [['balance', 'read', '--url', 'localhost'], 'has no scheme. Did you mean http://localhost?'],
  [['balance', 'read', '--url', 'pay.example/shop'], 'has no scheme. Did you mean https://pay.example/shop?'],
  [
    ['balance', 'read', '--url', 'http://localhost:23300/api/v1'],
    'baseUrl must not end with /api/v1, which the client adds. Remove it.',
  ],
  [['frobnicate'], 'There is no command frobnicate. See cedi help.'],
  [['constructor'], 'There is no command constructor.'],
  [['help', 'errors', 'out_of_stok'], 'Did you mean out_of_stock?'],
  [['completion', 'tcsh'], 'bash, zsh or fish'],
])('the command line %j is rejected with exit code 2, and sends nothing', async (words, text) => {
  const cli = createTestCli()
  const { code, stderr } = await cli.run(words)
  expect(stderr).toContain(text)
  expect([code, cli.requests.length]).toEqual([2, 0])
})
