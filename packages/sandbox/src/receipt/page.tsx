/** @jsxImportSource hono/jsx */
import { getBaseUrl } from '@cedi/mock-server/internal'
import type { Child } from 'hono/jsx'
import { receiptScript } from '../generated/receipt-script.js'
import { receiptStyle } from '../generated/styles.js'
import { sendDocument } from '../kit/document.js'
import type { HonoContext } from '../kit/hono-env.js'
import { type ReceiptLanguage, receiptLanguage } from '../kit/languages/receipt/receipt.js'
import { fill } from '../kit/languages/words.js'
import { Mark } from '../kit/mark.js'
import { OtherLanguage } from '../kit/other-language.js'
import { Actions, Details, LicenseKeys, Proof, Shop, Sum } from './parts.js'
import { openReceipt } from './receipt.js'

/** `GET /receipt/{token}`: a receipt. `?save` downloads it as a file. */
export async function receiptPage(c: HonoContext): Promise<Response> {
  const { context, request } = c.env
  const baseUrl = getBaseUrl({ context, request })
  // Absolute URLs, so that the links of a saved receipt work.
  const language = receiptLanguage(request.query, request.headers.get('accept-language'), baseUrl)
  const receipt = await openReceipt(context, request.path.slice('/receipt/'.length))
  c.header('X-Robots-Tag', 'noindex')
  if (!receipt) return notFound(c, language)
  const { payment, holder } = receipt
  const isFile = holder !== undefined && request.query?.has('save') === true
  if (isFile) c.header('Content-Disposition', `attachment; filename="receipt-${payment.id}.html"`)
  const props = {
    receipt,
    language,
    name: receipt.merchant?.name ?? payment.merchant,
    isFile,
    proofUrl: `${baseUrl}/receipt/${receipt.proof}`,
  }
  const { words } = language
  const title = fill(words.from, { merchant: props.name })
  return show(
    c,
    language,
    { title, isFile },
    <>
      <Shop {...props} />
      <h1>{holder ? words.receipt : words.genuine}</h1>
      {!holder && <p>{words.genuineText}</p>}
      <Sum {...props} />
      <Details {...props} />
      {holder && <LicenseKeys {...props} licenses={holder.licenses} />}
      {holder && <Proof {...props} />}
      {holder && !isFile && <Actions {...props} title={title} />}
      <Footer language={language} isFile={isFile} />
    </>,
  )
}

const notFound = (c: HonoContext, language: ReceiptLanguage): Promise<Response> =>
  show(
    c,
    language,
    { title: language.words.none, status: 404 },
    <>
      <h1>{language.words.none}</h1>
      <p>{language.words.noneText}</p>
      <Footer language={language} isFile={false} />
    </>,
  )

function Footer({ language, isFile }: { readonly language: ReceiptLanguage; readonly isFile: boolean }) {
  return (
    <footer>
      <Mark />
      <span>{language.words.test}</span>
      {!isFile && <OtherLanguage tag={language.tag} />}
    </footer>
  )
}

interface ReceiptPage {
  readonly title: string
  readonly status?: number
  /** Whether the page is a file. A file has no script. */
  readonly isFile?: boolean
}

const show = async (
  c: HonoContext,
  { tag, facts }: ReceiptLanguage,
  { title, status = 200, isFile = false }: ReceiptPage,
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
