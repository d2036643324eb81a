// This code plays your server. Change it, then press Run.
import { createClient } from '@cedi/client'
import { send } from '@cedi/client/fetch'

// The check of a license needs no API key.
const cedi = createClient({ baseUrl: process.env.CEDI_BASE_URL })

const { valid, status } = await send(cedi.licenses.verify('A2B4-C6D8-E9F1-G3H5'))
console.log({ valid, status })
