import { addFilter } from '@wordpress/hooks'
import { __ } from '@wordpress/i18n'
import { addColumns, type ReportTable } from './columns'

addFilter('woocommerce_admin_report_table', 'cedi-commerce', (table: ReportTable) =>
  addColumns(table, [
    { key: 'cedi_fee', label: __('Fee', 'cedi-commerce'), isNumeric: true },
    { key: 'cedi_net', label: __('After the fee', 'cedi-commerce'), isNumeric: true },
    { key: 'cedi_network', label: __('Network', 'cedi-commerce') },
    { key: 'cedi_ref', label: __('Reference', 'cedi-commerce') },
    { key: 'cedi_refund', label: __('Refund', 'cedi-commerce') },
  ]),
)
