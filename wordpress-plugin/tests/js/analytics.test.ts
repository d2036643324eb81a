import { describe, expect, it } from 'vitest'
import { addColumns, type ReportTable } from '../../src/analytics/columns'

const table: ReportTable = {
  endpoint: 'orders',
  headers: [{ key: 'order_number', label: 'Order #' }],
  rows: [[{ display: '12', value: '12' }], [{ display: '13', value: '13' }]],
  items: { data: [{ order_id: 12, cedi_fee: '2.09' }, { order_id: 13 }] },
}
const columns = [{ key: 'cedi_fee', label: 'Fee', isNumeric: true }]

describe('the orders report', () => {
  it('each row has the value of its order', () => {
    expect(addColumns(table, columns)).toEqual({
      ...table,
      headers: [...table.headers, ...columns],
      rows: [
        [
          { display: '12', value: '12' },
          { display: '2.09', value: '2.09' },
        ],
        [
          { display: '13', value: '13' },
          { display: '', value: '' },
        ],
      ],
    })
  })

  it('another report and a report without data are not changed', () => {
    const products = { ...table, endpoint: 'products' }
    expect(addColumns(products, columns)).toBe(products)
    const loading = { endpoint: 'orders', headers: table.headers, rows: [] }
    expect(addColumns(loading, columns)).toBe(loading)
  })
})

describe('the revenue report', () => {
  it('each day has the sums of fees and net amounts, and no reference', () => {
    const days = {
      endpoint: 'revenue',
      headers: [{ key: 'date', label: 'Date' }],
      rows: [[{ display: '1 Nov', value: '2026-11-01' }]],
      items: { data: [{ subtotals: { cedi_fee: '2.09', cedi_net: '43.41', cedi_ref: 'pay_1' } }] },
    }
    const all = [...columns, { key: 'cedi_net', label: 'Net' }, { key: 'cedi_ref', label: 'Reference' }]
    const { headers, rows } = addColumns(days, all)
    expect(headers.map(({ key }) => key)).toEqual(['date', 'cedi_fee', 'cedi_net'])
    expect(rows).toEqual([
      [
        { display: '1 Nov', value: '2026-11-01' },
        { display: '2.09', value: '2.09' },
        { display: '43.41', value: '43.41' },
      ],
    ])
  })
})
