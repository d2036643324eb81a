// With a JavaScript data file, json-server stores data in memory instead of writing a file on each POST.
const { readFileSync } = require('node:fs')
const { join } = require('node:path')

const fixtures = join(__dirname, '../../../contract/fixtures')
const example = (path) => JSON.parse(readFileSync(join(fixtures, `${path}.json`), 'utf8')).data

module.exports = () => ({
  products: example('list-products/200-products'),
  payments: [],
  intents: [],
  orders: example('list-orders/200-orders').map((order) => ({ id: order.ref, ...order })),
  refunds: [],
  balance: example('read-balance/200-balance'),
})
