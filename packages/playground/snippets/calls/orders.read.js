// This code plays your server. Change it, then press Run.
import { createClient } from '@cedi/client'
import { send } from '@cedi/client/fetch'

const cedi = createClient({ baseUrl: process.env.CEDI_BASE_URL, apiKey: process.env.CEDI_API_KEY })

const [product] = await send(cedi.products.list({ limit: '1' }))
const payment = await send(
  cedi.payments.create({ product_id: product.id, method: 'mobile_money', phone: '024 412 3789', name: 'Kofi Boateng' }),
)
console.log(await send(cedi.orders.read(payment.order_ref)))
