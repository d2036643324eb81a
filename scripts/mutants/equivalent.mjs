// Mutants that change nothing that anybody could see, each with the reason. "npm run mutants" counts them as not noticed, on a line of
// their own, and fails when an entry here no longer matches a mutant.
import { checkout } from './equivalent/checkout.mjs'
import { client } from './equivalent/client.mjs'
import { input } from './equivalent/input.mjs'
import { ledger } from './equivalent/ledger.mjs'
import { listings } from './equivalent/listings.mjs'
import { memory } from './equivalent/memory.mjs'
import { service } from './equivalent/service.mjs'
import { settle } from './equivalent/settle.mjs'

/** `file` is the end of the path; `from` and `to` are as in the report; `line` is the whole line, needed where `from` stands in more than one. */
export const equivalent = [...settle, ...client, ...ledger, ...memory, ...listings, ...checkout, ...service, ...input]
