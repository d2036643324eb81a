/** @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx'
import type { Html } from '../kit/html.js'
import { networkName } from '../kit/instrument.js'
import type { ReceiptLanguage } from '../kit/languages/receipt/receipt.js'
import { fill } from '../kit/languages/words.js'
import { Fact, Facts } from '../kit/parts.js'
import type { Receipt } from './receipt.js'

/** What each part of a receipt is given. */
export interface Of {
  readonly receipt: Receipt
  readonly language: ReceiptLanguage
  /** The merchant's displayed name. */
  readonly name: string
  /** Where anybody can check it. */
  readonly proofUrl: string
  /** Whether it will be saved as a file, where no button works. */
  readonly isFile: boolean
}

const Amount = ({ language, pesewas }: { readonly language: ReceiptLanguage; readonly pesewas: bigint }): Html => (
  <bdi dir="ltr" class="money">
    {language.amount(pesewas)}
  </bdi>
)

/** Whose receipt it is. */
export const Shop = ({ receipt: { merchant }, name, language }: Of): Html => (
  <header>
    <span class="seal" aria-hidden="true">
      {[...name][0]?.toUpperCase()}
    </span>
    <div>
      <p class="merchant">
        <bdi>{name}</bdi>
      </p>
      {typeof merchant?.handle === 'string' && (
        <p>
          <a href={language.link(`/@${merchant.handle}`)}>
            <bdi dir="ltr">@{merchant.handle}</bdi>
          </a>
        </p>
      )}
    </div>
  </header>
)

/** How much was paid, and whether it was refunded. */
export function Sum({ receipt: { payment }, language }: Of): Html {
  const { words } = language
  const { amount_pesewas: paid, refunded_pesewas: back } = payment
  const state = back === 0n ? words.paid : back < paid ? words.partly : words.refunded
  return (
    <p class={back === 0n ? 'sum' : 'sum back'}>
      <Amount language={language} pesewas={paid} />
      <span>{state}</span>
    </p>
  )
}

/** What was bought, when, and how it was paid. */
export function Particulars({ receipt, language, name }: Of): Html {
  const { payment, order, own } = receipt
  const { words } = language
  const paidMs = payment.paid_ms ?? payment.created_ms
  const digits = payment.card_last4 ?? payment.phone?.slice(-4)
  const delivery = deliveryOf(receipt, language)
  return (
    <Facts>
      {order?.items.map((item) => (
        <Fact term={words.bought}>
          <bdi>{item.name}</bdi>
          {item.quantity > 1 && (
            <>
              {' '}
              <small>
                <bdi dir="ltr">
                  {fill(words.eachPiece, {
                    count: String(item.quantity),
                    price: language.amount(item.unit_price_pesewas),
                  })}
                </bdi>
              </small>
            </>
          )}
        </Fact>
      ))}
      <Fact term={words.when}>
        <time datetime={new Date(paidMs).toISOString()}>{language.time(paidMs)}</time>
      </Fact>
      <Fact term={words.paidWith}>
        {networkName(payment.network)}
        {own && digits && <bdi dir="ltr"> •••• {digits}</bdi>}
      </Fact>
      <Fact term={words.reference}>
        <code dir="ltr">{payment.id}</code>
      </Fact>
      <Fact term={words.order}>{order && <code dir="ltr">{order.id}</code>}</Fact>
      <Fact term={words.paidBack}>
        {payment.refunded_pesewas > 0n && <Amount language={language} pesewas={payment.refunded_pesewas} />}
      </Fact>
      <Fact term={words.delivery}>{own && delivery && fill(delivery, { merchant: name })}</Fact>
    </Facts>
  )
}

/** What the merchant will do or has done; nothing when the money was refunded. */
function deliveryOf({ product, order, payment }: Receipt, { words }: ReceiptLanguage): string | undefined {
  if (!product || payment.refunded_pesewas === payment.amount_pesewas) return undefined
  const { type } = product
  const isDone = order?.base_status === 'fulfilled'
  return isDone && (type === 'physical' || type === 'service') ? words[`${type}Done`] : words[type]
}

/** The license keys: the address shows them to whoever holds it. */
export function Keys({
  licenses,
  isFile,
  language: { words },
}: Of & { readonly licenses: readonly string[] }): Html | null {
  if (licenses.length === 0) return null
  const isOne = licenses.length === 1
  return (
    <section class="keys">
      <h2>{isOne ? words.key : words.keys}</h2>
      <code id="keys" dir="ltr">
        {licenses.join('\n')}
      </code>
      <p class="hint">{words.keyText}</p>
      {!isFile && (
        <Button act="copy" done={words.copied} otherwise={words.selected}>
          {isOne ? words.copyKey : words.copyKeys}
        </Button>
      )}
    </section>
  )
}

/** Where anybody can check it. */
export const Proof = ({ language: { words }, proofUrl }: Of): Html => (
  <section class="proof">
    <h2>{words.proof}</h2>
    <p class="hint">{words.proofText}</p>
    <a href={proofUrl}>
      <span>{words.proofLink}</span>
      <bdi dir="ltr">{proofUrl}</bdi>
    </a>
  </section>
)

/** What can be done with it. Saving needs no script. */
export const Actions = ({ language: { words, link }, proofUrl, title }: Of & { readonly title: string }): Html => (
  <div class="acts">
    <Button act="print">{words.print}</Button>
    <a class="button quiet" href={link('?save')} download>
      {words.save}
    </a>
    <Button act="share" url={proofUrl} title={title} done={words.sharedCopied} otherwise={words.selected}>
      {words.share}
    </Button>
    <p class="live" role="status" id="live" />
  </div>
)

interface ButtonOf {
  readonly act: 'copy' | 'print' | 'share'
  readonly url?: string
  readonly title?: string
  /** What the page says afterwards, and what it says when the browser refuses. */
  readonly done?: string
  readonly otherwise?: string
  readonly children?: Child
}

/** A button for the script, which makes it visible. */
const Button = ({ act, url, title, done, otherwise, children }: ButtonOf): Html => (
  <button
    type="button"
    class="quiet"
    hidden
    data-act={act}
    data-url={url}
    data-title={title}
    data-done={done}
    data-otherwise={otherwise}
  >
    {children}
  </button>
)
