import type { HttpResponse } from '@cedi/mock-server/service'
import type { Child } from 'hono/jsx'
import { checkoutScript } from '../generated/checkout-script.js'
import { checkoutStyle, laterStyle } from '../generated/styles.js'
import { writeDocument } from '../kit/document.js'
import type { Html } from '../kit/html.js'
import { fill } from '../kit/template.js'
import type { CheckoutStatus, Model } from './model.js'
import { h } from './tree.js'
import { checkoutTemplate, valuesOf } from './values.js'
import { firstWordingOf } from './views.js'
import type { Carried, Wording } from './wording.js'

/** The checkout as a page: its HTML and its script's data, in one answer and one language. */
export function checkoutPage(given: {
  readonly code: number
  readonly page: 'pay' | 'frame'
  readonly title: string
  readonly wording: Wording
  readonly model: Model
  readonly framedBy?: string | undefined
  readonly head?: readonly Child[]
  readonly body?: Child
}): HttpResponse {
  const { code, page, title, wording, model, framedBy, head = [], body } = given
  // A page that is loaded in the middle of a payment does not need half of the texts.
  const isFirst = page === 'frame' || model.state === 'method'
  // The script knows the time by itself.
  const { nowMs: _, ...carried } = model
  const data: Carried = isFirst
    ? { wording: firstWordingOf(wording, model.merchant !== ''), model: firstModelOf(carried) }
    : { wording: { ...wording, style: '' }, model: carried }
  // Without a script, the forms hold the choice and the attempt of this page.
  const { choice, attempt } = model
  const kept = Object.entries({ choice, attempt }).map(
    ([name, value]) => value && h('input', { type: 'hidden', name, value }),
  )
  return writeDocument({
    status: code,
    title,
    language: wording.tag,
    dir: wording.dir,
    style: checkoutStyle,
    // A page without a script needs all of it.
    later: { style: laterStyle, isThere: !isFirst },
    ...(page === 'pay' || framedBy ? { script: checkoutScript, data } : {}),
    page,
    framedBy,
    head,
    body: [
      ...fill<Html>(checkoutTemplate(model, wording), valuesOf(model, wording), (tag, attributes, children) =>
        h(tag, attributes, ...(tag === 'form' ? kept : []), ...children),
      ),
      h('p', { id: 'live', class: 'live', role: 'status' }),
      body,
    ],
  })
}

/** The part of a model that the page cannot know itself, and that its script shows before it has asked the service. */
function firstModelOf({ status, ...model }: Carried['model']): Carried['model'] {
  if (!status || status.payment) return { ...model, status }
  const { intent, return_url, home } = status
  const { product, channels, asks } = intent
  return { ...model, status: { intent: { product, channels, asks }, return_url, home } as unknown as CheckoutStatus }
}
