import { createRoot } from '@wordpress/element'
import type { OrderPayment } from '../api'
import './order-screen.css'
import { Panel } from './panel'

const root = document.getElementById('cedi-commerce-order')
const { order, payment } = root?.dataset ?? {}
if (root && order && payment)
  createRoot(root).render(<Panel order={order} initialPayment={JSON.parse(payment) as OrderPayment} />)
