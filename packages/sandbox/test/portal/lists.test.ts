import { expect, test } from 'vitest'
import { toCsv } from '../../src/kit/csv.js'
import { createPortalServer } from './portal-server.js'

/** A sandbox with orders of two buyers, one of whom has a spreadsheet formula as a name. */
async function shop() {
  const server = createPortalServer()
  const { data: products } = await server.api('GET', '/api/v1/products?limit=100')
  const tote = products.find(({ slug }: { slug: string }) => slug === 'kente-tote')
  const buy = async (overrides: object) =>
    (
      await server.api('POST', '/api/v1/payments', {
        product_id: tote.id,
        method: 'mobile_money',
        phone: '0244123789',
        ...overrides,
      })
    ).data
  const delivery = { name: 'Efua "Eff" B.', phone: '0204123456', place: '@SUM(1+1)', note: '-2+3\n=1' }
  const first = await buy({ name: '=HYPERLINK("http://evil")', email: 'e@x.example', delivery })
  const second = await buy({ name: 'Kofi', phone: '0244123456' })
  await server.mock.clock.advance('PT3S')
  return { server, ama: await server.merchant(), first, second }
}

test('an order shows its delivery details in the portal and in the file', async () => {
  const { ama, first, second } = await shop()
  const { text, body } = await ama.get(`/portal/orders/${first.order_ref}`)
  expect(text).toMatch(/Delivery .*Efua "Eff" B\. .*020 412 3456 .*@SUM\(1\+1\)/)
  expect(body).toContain('href="tel:+233204123456"')
  expect((await ama.get(`/portal/orders/${second.order_ref}`)).text).not.toContain('Where to')
  const file = await ama.get('/portal/orders.csv')
  expect(file.body[0]).toBe('\ufeff')
  expect(file.headers).toMatchObject({
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': 'attachment; filename="orders.csv"',
    'Cache-Control': 'no-store',
  })
  const [head, newest, ...older] = file.body.slice(1).split('\r\n')
  expect(head).toMatch(/^ref,created_at,.*delivery_name,delivery_phone,delivery_place,delivery_note/)
  expect(newest).toContain(`${second.order_ref},`)
  expect(newest).toContain(',Kofi,')
  const csv = older.join('\r\n')
  expect(csv).toContain(`"\u2060=HYPERLINK(""http://evil"")",e@x.example,024\u00a0•••\u00a03789,`)
  expect(csv).toContain(`,"Efua ""Eff"" B.",\u20600204123456,\u2060@SUM(1+1),"\u2060-2+3\n\u2060=1",`)
  expect(csv).toMatch(/,http:\/\/cedi\.test\/receipt\/[\w-]+\.[\w-]+\r\n$/)
})

test('a cell of the file is never a formula, and every string can be parsed back', () => {
  const texts = [
    '=1',
    '+1',
    '-1',
    '@A1',
    '\t=1',
    ' =1',
    '\u00a0=1',
    '\uff1d1',
    '|x',
    'a,b',
    'a"b',
    'a\r\nb',
    ' a ',
    '',
    'Kofi',
    '1 =1',
  ]
  for (const text of texts) {
    const line = toCsv([[text]]).slice(1, -2)
    const read = line.startsWith('"') ? line.slice(1, -1).replaceAll('""', '"') : line
    expect(read).not.toMatch(/^\s*[=+\-@|\uff1d]/)
    expect([text, `\u2060${text}`]).toContain(read)
    expect(line.replaceAll('""', '').match(/"/g) ?? []).toHaveLength(line.startsWith('"') ? 2 : 0)
  }
})

test.each([
  ...[
    '0244123789',
    '0302',
    '3-4',
    '1/2',
    '10:30',
    '1E5',
    'TRUE',
    'faux',
    '12345678901234567',
    '5%',
    '$5',
    '(5)',
    '.5',
    '1,000',
  ],
  ...['GH₵5', 'Mar 5', 'déc 2026', '2026-11-08', '#N/A', '=1', '+233244123789', '-3', '@ama', "'a", '\u0661\u0662'],
])('a spreadsheet does not convert the text %j, and shows it as it was typed', (text) => {
  const cell = toCsv([[text]])
    .slice(1, -2)
    .replace(/^"|"$/g, '')
  expect(cell).toBe(`\u2060${text}`)
})

test.each([
  'Kofi',
  'GA-183-9105',
  'Osu, Accra',
  'e@x.example',
  '024 ••• 3789',
  '2 × Tote',
  'ord_000001',
  'Mary',
  'March',
  'May Mensah',
])('the text %j is not changed', (text) => {
  expect(
    toCsv([[text]])
      .slice(1, -2)
      .replace(/^"|"$/g, ''),
  ).toBe(text)
})

test('numbers and times are plain', () => {
  expect(toCsv([[{ plain: '120.00' }, { plain: '2026-01-05T09:00:00.000Z' }]])).toBe(
    '\ufeff120.00,2026-01-05T09:00:00.000Z\r\n',
  )
})

test('no part of a cell is a formula for a spreadsheet that ends cells at semicolons and rows at line breaks', () => {
  for (const text of [
    'Ama;=1',
    'Ama; +1;x',
    'Ama;;\u00a0-1',
    'Ama\n=1',
    '\n@A1',
    'Ama\r\n\n=1',
    'Ama;\uff1d1',
    '=1;=2',
    ';|x',
    ' \n =1',
  ])
    for (const cell of toCsv([['ord_1', text, 'x']])
      .slice(1)
      .split(/[;\r\n]/))
      expect([text, cell.replace(/^"/, '')]).toEqual([text, expect.not.stringMatching(/^\s*[=+\-@|\uff1d]/)])
  expect(toCsv([['1 × Tote; 2 × Font', 'a = b; c-d']])).toBe('\ufeff"1 × Tote; 2 × Font","a = b; c-d"\r\n')
})

test('a list of payments shows what was bought and by whom, and can be saved as a file', async () => {
  const { ama, second } = await shop()
  const { text } = await ama.get('/portal/payments')
  expect(text).toMatch(/GH₵120\.00 .*Kente tote .*Kofi .*MTN MoMo .*024 ••• 3456/)
  const { body } = await ama.get('/portal/payments.csv')
  expect(body.split('\r\n')[1]).toMatch(
    new RegExp(`^${second.ref},.*,succeeded,120\\.00,4\\.70,115\\.30,0\\.00,MTN MoMo,024\u00a0•••\u00a03456,Kofi,`),
  )
})

test('the file of payments has no fee and net of a payment that failed', async () => {
  const { server, ama } = await shop()
  const failed = await server.createPaid(10, 'sk_test_all', { phone: '0244123049' })
  const { body } = await ama.get('/portal/payments.csv')
  expect(body.split('\r\n')[1]).toMatch(new RegExp(`^${failed.ref},.*,failed,10\\.00,0\\.00,0\\.00,0\\.00,MTN MoMo,`))
})

test('a payment is found by its reference, its order or its last digits', async () => {
  const { server, ama, first, second } = await shop()
  for (const term of [first.ref, first.order_ref, ` ${first.ref.toUpperCase()} `, '3789']) {
    const { status, headers } = await ama.get(`/portal/payments?q=${encodeURIComponent(term)}`)
    expect([term, status, headers['Location']]).toEqual([term, 303, `/portal/payments/${first.ref}`])
  }
  for (const phone of ['0244123789', '+233 24 412 3789', '024 412 3789']) {
    const { headers } = await ama.get(`/portal/payments?q=${encodeURIComponent(phone)}`)
    expect([phone, headers['Location']]).toEqual([phone, `/portal/payments/${first.ref}`])
  }
  const secondResponse = await server.createPaid(5, 'sk_test_all', { phone: '0244123456' })
  const both = await ama.get('/portal/payments?q=3456&lang=fr')
  expect(both.status).toBe(200)
  for (const { ref } of [secondResponse, second]) expect(both.body).toContain(`/portal/payments/${ref}?lang=fr`)
  expect(both.body).not.toContain(first.ref)
  for (const nothing of ['0000', 'pay_0', '%', '<b>', `pay_${'0'.repeat(14)}`])
    expect((await ama.get(`/portal/payments?q=${encodeURIComponent(nothing)}`)).text).toContain('No payment found')
})

test("another merchant's payments are not found, and not in the file", async () => {
  const { server, first } = await shop()
  await server.api('GET', '/api/v1/balance', undefined, 'sk_test_esi')
  const esi = await server.merchant('test-esi')
  for (const term of [first.ref, first.order_ref, '3789'])
    expect((await esi.get(`/portal/payments?q=${term}`)).text).toContain('No payment found')
  for (const path of ['/portal/orders.csv', '/portal/payments.csv'])
    expect((await esi.get(path)).body.split('\r\n')).toHaveLength(2)
  expect((await server.createVisitor().get('/portal/orders.csv')).status).not.toBe(200)
})
