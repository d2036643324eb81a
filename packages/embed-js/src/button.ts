import type { Attributes } from './attributes.js'
import { checkout, pageOf } from './checkout.js'

/** Makes an element by writing properties: no markup is ever parsed. `part` and `style` take text, whatever their type says. */
const make = <Name extends 'a' | 'span'>(name: Name, properties: object): HTMLElementTagNameMap[Name] =>
  Object.assign(document.createElement(name), properties)

/**
 * The look of the button, as a property that a strict Content-Security-Policy allows. A page changes it with
 * `--cedi-accent`, `--cedi-text` and `::part(button)`, which wins over what is written inside the shadow root.
 */
const lookOf = ({ variant, size, accent }: Attributes): string => {
  const edge = accent || 'var(--cedi-accent,#0b6b4f)'
  return `padding:10px 22px;gap:.5em;display:inline-flex;place-content:center;font:600 ${{ s: 15, l: 20 }[size as 's'] || 17}px/1.4 system-ui;border-radius:12px;text-decoration:none;border:2px solid ${/^p/.test(variant as string) ? '#0000' : edge};${
    /^[op]/.test(variant as string)
      ? `color:${accent || 'var(--cedi-accent)'}`
      : `color:var(--cedi-text,#fff);background:${edge}`
  }`
}

/**
 * Draws a buy button, or draws it again: a real link in a shadow root.
 *
 * @param values - What its attributes say; without them nothing is drawn.
 * @source What the service does
 * @decision 0028
 */
export function drawButton(button: HTMLElement, values: Attributes | undefined): void {
  const root = button.shadowRoot || button.attachShadow({ mode: 'open' })
  root.textContent = ''
  if (!values) return
  const link = make('a', {
    part: 'button',
    rel: 'noopener noreferrer',
    href: pageOf(values),
    target: /^t/.test(values['mode'] as string) ? '_blank' : '',
    textContent:
      values['label'] || (/^fr/i.test(values['locale'] || document.documentElement.lang) ? 'Acheter' : 'Buy now'),
    style: lookOf(values),
  })
  root.append(link)
  if ('showPrice' in values) {
    const place = make('span', { part: 'price', style: 'min-width:6em;text-align:end' })
    link.append(place)
    void checkout('price', values, place)
  }
}
