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
    const revenue = { ...table, endpoint: 'revenue' }
    expect(addColumns(revenue, columns)).toBe(revenue)
    const loading = { endpoint: 'orders', headers: table.headers, rows: [] }
    expect(addColumns(loading, columns)).toBe(loading)
  })
})
