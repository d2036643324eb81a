// This code plays your server. Change it, then press Run.
import { createClient } from '@cedi/client'
import { send } from '@cedi/client/fetch'

const cedi = createClient({ baseUrl: process.env.CEDI_BASE_URL, apiKey: process.env.CEDI_API_KEY })

const payment = await send(
  cedi.payments.create({ amount: '45.50', method: 'mobile_money', network: 'mtn', phone: '024 412 3789' }),
)
console.log(payment)
