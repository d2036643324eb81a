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

/** Order, or interval of the revenue report with its sums. */
interface ReportItem {
  readonly [key: string]: unknown
  readonly subtotals?: Readonly<Record<string, unknown>>
}

/** Argument of WooCommerce's filter `woocommerce_admin_report_table`. */
export interface ReportTable {
  readonly endpoint: string
  readonly headers: readonly Header[]
  readonly rows: readonly (readonly Cell[])[]
  readonly items?: { readonly data?: readonly ReportItem[] }
}

/** Columns of the revenue report. Its rows are days, so they have neither a network nor a reference. */
const revenueKeys = ['cedi_fee', 'cedi_net']

/** Returns a report of orders or of revenue with additional columns; another report is not changed. */
export function addColumns(table: ReportTable, columns: readonly Header[]): ReportTable {
  const items = table.items?.data
  const isRevenue = table.endpoint === 'revenue'
  if (!(isRevenue || table.endpoint === 'orders') || !items) return table
  const shown = isRevenue ? columns.filter(({ key }) => revenueKeys.includes(key)) : columns
  const read = (item: ReportItem | undefined, key: string): string => {
    const values = isRevenue ? item?.subtotals : item
    return String(values?.[key] ?? '')
  }
  return {
    ...table,
    headers: [...table.headers, ...shown],
    rows: table.rows.map((row, position) => [
      ...row,
      ...shown.map(({ key }) => {
        const value = read(items[position], key)
        return { display: value, value }
      }),
    ]),
  }
}
