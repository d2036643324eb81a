// This code plays your server. Change it, then press Run.
import { createClient } from '@cedi/client'
import { send } from '@cedi/client/fetch'

const cedi = createClient({ baseUrl: process.env.CEDI_BASE_URL, apiKey: process.env.CEDI_API_KEY })

const intent = await send(cedi.checkoutIntents.create({ amount: '45.50' }))
// Your page hands this to service.js: Cedi.checkout({ intent })
console.log(intent.client_token)
// Or it leads the buyer to this page.
console.log(intent.checkout_url)
