/** @jsxImportSource hono/jsx */
import { baseUrlOf } from '@cedi/mock-server/service'
import type { Child } from 'hono/jsx'
import { receiptScript } from '../generated/receipt-script.js'
import { receiptStyle } from '../generated/styles.js'
import { sendDocument } from '../kit/document.js'
import { type ReceiptLanguage, receiptLanguage } from '../kit/languages/receipt/receipt.js'
import { fill } from '../kit/languages/words.js'
import { Mark } from '../kit/mark.js'
import { OtherLanguage } from '../kit/other-language.js'
import type { Asked } from '../kit/served.js'
import { Actions, Keys, Particulars, Proof, Shop, Sum } from './parts.js'
import { openReceipt } from './receipt.js'

/** `GET /receipt/{token}`; with `?save`, the same as a file. */
export async function receiptPage(c: Asked): Promise<Response> {
  const { context, request } = c.env
  const baseUrl = baseUrlOf({ context, request })
  // Full addresses, so that a saved receipt has working links.
  const language = receiptLanguage(request.query, request.headers.get('accept-language'), baseUrl)
  const receipt = await openReceipt(context, request.path.slice('/receipt/'.length))
  c.header('X-Robots-Tag', 'noindex')
  if (!receipt) return nothing(c, language)
  const { payment, own } = receipt
  const isFile = own !== undefined && request.query?.has('save') === true
  if (isFile) c.header('Content-Disposition', `attachment; filename="receipt-${payment.id}.html"`)
  const of = {
    receipt,
    language,
    name: receipt.merchant?.name ?? payment.merchant,
    isFile,
    proofUrl: `${baseUrl}/receipt/${receipt.proof}`,
  }
  const { words } = language
  const title = fill(words.from, { merchant: of.name })
  return show(
    c,
    language,
    { title, isFile },
    <>
      <Shop {...of} />
      <h1>{own ? words.receipt : words.genuine}</h1>
      {!own && <p>{words.genuineText}</p>}
      <Sum {...of} />
      <Particulars {...of} />
      {own && <Keys {...of} licenses={own.licenses} />}
      {own && <Proof {...of} />}
      {own && !isFile && <Actions {...of} title={title} />}
      <Foot language={language} isFile={isFile} />
    </>,
  )
}

const nothing = (c: Asked, language: ReceiptLanguage): Promise<Response> =>
  show(
    c,
    language,
    { title: language.words.none, status: 404 },
    <>
      <h1>{language.words.none}</h1>
      <p>{language.words.noneText}</p>
      <Foot language={language} isFile={false} />
    </>,
  )

function Foot({ language, isFile }: { readonly language: ReceiptLanguage; readonly isFile: boolean }) {
  return (
    <footer>
      <Mark />
      <span>{language.words.test}</span>
      {!isFile && <OtherLanguage tag={language.tag} />}
    </footer>
  )
}

interface Shown {
  readonly title: string
  readonly status?: number
  /** A file has no script, and nothing that needs one. */
  readonly isFile?: boolean
}

const show = async (
  c: Asked,
  { tag, facts }: ReceiptLanguage,
  { title, status = 200, isFile = false }: Shown,
  body: Child,
): Promise<Response> =>
  sendDocument(
    c,
    {
      title,
      language: tag,
      dir: facts.dir,
      style: receiptStyle,
      ...(isFile ? {} : { script: receiptScript }),
      body: (
        <main class="slip" id="receipt">
          {body}
        </main>
      ),
    },
    status,
  )
