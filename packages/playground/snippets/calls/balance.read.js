// This code plays your server. Change it, then press Run.
import { createClient } from '@cedi/client'
import { send } from '@cedi/client/fetch'

const cedi = createClient({ baseUrl: process.env.CEDI_BASE_URL, apiKey: process.env.CEDI_API_KEY })

const { available, pending, reserved } = await send(cedi.balance.read())
console.log({ available, pending, reserved })
