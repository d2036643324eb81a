// This code plays your server. Change it, then press Run.
import { createClient } from '@cedi/client'
import { send } from '@cedi/client/fetch'

const cedi = createClient({ baseUrl: process.env.CEDI_BASE_URL, apiKey: process.env.CEDI_API_KEY })

const products = await send(cedi.products.list({ limit: '3' }))
for (const { name, price } of products) console.log(`${name}: GH₵${price}`)
