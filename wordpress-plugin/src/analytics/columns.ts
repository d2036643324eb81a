/** Cell of a report: shown text, and value for sorting and for the CSV file. */
interface Cell {
  readonly display: string
  readonly value: string
}

/** Column of a report. */
interface Header {
  readonly key: string
  readonly label: string
  readonly isNumeric?: boolean
}

/** Argument of WooCommerce's filter `woocommerce_admin_report_table`. */
export interface ReportTable {
  readonly endpoint: string
  readonly headers: readonly Header[]
  readonly rows: readonly (readonly Cell[])[]
  readonly items?: { readonly data?: readonly Record<string, unknown>[] }
}

/** Returns a report of orders with additional columns; another report is not changed. */
export function addColumns(table: ReportTable, columns: readonly Header[]): ReportTable {
  const orders = table.items?.data
  if (table.endpoint !== 'orders' || !orders) return table
  return {
    ...table,
    headers: [...table.headers, ...columns],
    rows: table.rows.map((row, position) => [
      ...row,
      ...columns.map(({ key }) => {
        const value = String(orders[position]?.[key] ?? '')
        return { display: value, value }
      }),
    ]),
  }
}
