import type { HttpResponse } from '@cedi/mock-server/internal'
import type { Child } from 'hono/jsx'
// The runtime only: `hono/jsx` would include the renderer for browsers.
import { jsx } from 'hono/jsx/jsx-runtime'
import { checkoutScript } from '../generated/checkout-script.js'
import { checkoutStyle, laterStyle } from '../generated/styles.js'
import { writeDocument } from '../kit/document.js'
import type { Html } from '../kit/html.js'
import { fill } from '../kit/template.js'
import type { ViewModel } from './model.js'
import type { CheckoutStatus } from './session.js'
import { checkoutTemplate, toValues } from './values.js'
import { firstWordingOf } from './views.js'
import type { PageData, Wording } from './wording.js'

/** Creates an element from a tag name. Absent attributes are omitted. */
const h = (
  tag: string,
  attributes: Readonly<Record<string, string | boolean | undefined>>,
  ...children: Child[]
): Html => jsx(tag, { ...attributes, children }) as unknown as Html

/** Renders the checkout as a page: its HTML, and the data of its script, in one language. */
export function checkoutPage(options: {
  readonly code: number
  readonly page: 'pay' | 'frame'
  readonly title: string
  readonly wording: Wording
  readonly model: ViewModel
  readonly framedBy?: string | undefined
  readonly head?: readonly Child[]
  readonly body?: Child
}): HttpResponse {
  const { code, page, title, wording, model, framedBy, head = [], body } = options
  // A page that is loaded during a payment includes all texts.
  const isFirst = page === 'frame' || model.state === 'method'
  // The script reads the time from its own clock.
  const { nowMs: _, ...pageModel } = model
  const data: PageData = isFirst
    ? { wording: firstWordingOf(wording, model.merchant !== ''), model: toFirstModel(pageModel) }
    : { wording: { ...wording, style: '' }, model: pageModel }
  // Without a script, the forms contain the choice, the attempts and the latest payment.
  const { choice, attempts, status, confirmedPhone: confirmed } = model
  const hiddenFields = Object.entries({ choice, attempt: attempts, latest: status?.payment?.ref, confirmed }).map(
    ([name, value]) => value && h('input', { type: 'hidden', name, value }),
  )
  return writeDocument({
    status: code,
    title,
    language: wording.tag,
    dir: wording.dir,
    style: checkoutStyle,
    // A page without a script needs the whole style.
    deferred: { style: laterStyle, isIncluded: !isFirst },
    ...(page === 'pay' || framedBy ? { script: checkoutScript, data } : {}),
    page,
    framedBy,
    head,
    body: [
      ...fill<Html>(checkoutTemplate(model, wording), toValues(model, wording), (tag, attributes, children) =>
        h(tag, attributes, ...(tag === 'form' ? hiddenFields : []), ...children),
      ),
      h('p', { id: 'live', class: 'live', role: 'status' }),
      body,
    ],
  })
}

/** Returns the part of a model that the script shows before its first request. */
function toFirstModel({ status, ...model }: PageData['model']): PageData['model'] {
  if (!status || status.payment) return { ...model, status }
  const { intent, return_url, home } = status
  const { product, channels, asks } = intent
  return { ...model, status: { intent: { product, channels, asks }, return_url, home } as unknown as CheckoutStatus }
}
