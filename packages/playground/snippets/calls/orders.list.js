// This code plays your server. Change it, then press Run.
import { createClient } from '@cedi/client'
import { send } from '@cedi/client/fetch'

const cedi = createClient({ baseUrl: process.env.CEDI_BASE_URL, apiKey: process.env.CEDI_API_KEY })

const orders = await send(cedi.orders.list({ limit: '5' }))
console.log(`${orders.length} orders`)
for (const { ref, status, total } of orders) console.log(`${ref} ${status} GH₵${total}`)
