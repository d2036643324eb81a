/** @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx'
import type { Html } from '../kit/html.js'
import { formatInstrument, networkName } from '../kit/instrument.js'
import type { ReceiptLanguage } from '../kit/languages/receipt/receipt.js'
import { fill } from '../kit/languages/words.js'
import { Fact, Facts } from '../kit/parts.js'
import type { Receipt } from './receipt.js'

/** Properties of each part of a receipt. */
export interface Props {
  readonly receipt: Receipt
  readonly language: ReceiptLanguage
  /** Display name of the merchant. */
  readonly name: string
  /** Public URL of the proof. */
  readonly proofUrl: string
  /** Whether the receipt is saved as a file, which has no buttons. */
  readonly isFile: boolean
}

const Amount = ({ language, pesewas }: { readonly language: ReceiptLanguage; readonly pesewas: bigint }): Html => (
  <bdi dir="ltr" class="money">
    {language.amount(pesewas)}
  </bdi>
)

/** Merchant of a receipt. */
export const Shop = ({ receipt: { merchant }, name, language }: Props): Html => (
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

/** Whether a payment was refunded in full. Its licenses are then disabled. @decision 0009 */
const isRefunded = ({ refunded_pesewas, amount_pesewas }: Receipt['payment']): boolean =>
  refunded_pesewas === amount_pesewas

/** Amount of a receipt, and whether it was refunded. */
export function Sum({ receipt: { payment }, language }: Props): Html {
  const { words } = language
  const { amount_pesewas: paidPesewas, refunded_pesewas: refundedPesewas } = payment
  const state = refundedPesewas === 0n ? words.paid : isRefunded(payment) ? words.refunded : words.partly
  return (
    <p class={refundedPesewas === 0n ? 'sum' : 'sum back'}>
      <Amount language={language} pesewas={paidPesewas} />
      <span>{state}</span>
    </p>
  )
}

/** Products, date and payment method of a receipt. */
export function Details({ receipt, language, name }: Props): Html {
  const { payment, order, holder } = receipt
  const { words } = language
  const paidMs = payment.paid_ms ?? payment.created_ms
  const instrument = formatInstrument(payment)
  const delivery = getDeliveryMessage(receipt, language)
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
        {holder && instrument && <bdi dir="ltr"> {instrument}</bdi>}
      </Fact>
      <Fact term={words.reference}>
        <code dir="ltr">{payment.id}</code>
      </Fact>
      <Fact term={words.order}>{order && <code dir="ltr">{order.id}</code>}</Fact>
      <Fact term={words.paidBack}>
        {payment.refunded_pesewas > 0n && <Amount language={language} pesewas={payment.refunded_pesewas} />}
      </Fact>
      <Fact term={words.delivery}>{holder && delivery && fill(delivery, { merchant: name })}</Fact>
    </Facts>
  )
}

/** Returns the message about the delivery. Returns undefined if the payment was refunded. */
function getDeliveryMessage({ product, order, payment }: Receipt, { words }: ReceiptLanguage): string | undefined {
  if (!product || isRefunded(payment)) return undefined
  const { type } = product
  const isDone = order?.base_status === 'fulfilled'
  return isDone && (type === 'physical' || type === 'service') ? words[`${type}Done`] : words[type]
}

/** License keys. The URL of the receipt is their only protection. After a full refund, a message replaces them. */
export function LicenseKeys({
  receipt: { payment },
  licenses,
  isFile,
  language: { words },
}: Props & { readonly licenses: readonly string[] }): Html | null {
  if (licenses.length === 0) return null
  const isOne = licenses.length === 1
  const title = isOne ? words.key : words.keys
  if (isRefunded(payment))
    return (
      <section class="keys">
        <h2>{title}</h2>
        <p class="hint">{isOne ? words.disabledKey : words.disabledKeys}</p>
      </section>
    )
  return (
    <section class="keys">
      <h2>{title}</h2>
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

/** Link to the public proof. */
export const Proof = ({ language: { words }, proofUrl }: Props): Html => (
  <section class="proof">
    <h2>{words.proof}</h2>
    <p class="hint">{words.proofText}</p>
    <a href={proofUrl}>
      <span>{words.proofLink}</span>
      <bdi dir="ltr">{proofUrl}</bdi>
    </a>
  </section>
)

/** Buttons to print, save and share a receipt. Saving needs no script. */
export const Actions = ({ language: { words, link }, proofUrl, title }: Props & { readonly title: string }): Html => (
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

interface ButtonProps {
  readonly act: 'copy' | 'print' | 'share'
  readonly url?: string
  readonly title?: string
  /** Messages after success, and after a rejection by the browser. */
  readonly done?: string
  readonly otherwise?: string
  readonly children?: Child
}

/** A button that is hidden without the script. */
const Button = ({ act, url, title, done, otherwise, children }: ButtonProps): Html => (
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
