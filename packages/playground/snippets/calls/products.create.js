// This code plays your server. Change it, then press Run.
import { createClient } from '@cedi/client'
import { send } from '@cedi/client/fetch'

const cedi = createClient({ baseUrl: process.env.CEDI_BASE_URL, apiKey: process.env.CEDI_API_KEY })

const input = { name: 'Beaded bracelet', type: 'physical', price: '35.00', stock: 12 }

// Simulated: a response is returned, and nothing is stored.
const draft = await send(cedi.products.create(input, { simulate: true }))
console.log(draft.id)

const product = await send(cedi.products.create(input))
console.log(product.id)
