import type { Child } from 'hono/jsx'
// Imports only the runtime: `hono/jsx` would add what renders pages inside a browser.
import { jsx } from 'hono/jsx/jsx-runtime'
import type { Html } from '../kit/html.js'

/** An attribute. An absent value leaves the attribute out. */
type Attributes = Readonly<Record<string, string | boolean | undefined>>

/** Makes an element whose tag name is data: a template knows it only when it is filled. */
export const h = (tag: string, attributes: Attributes, ...children: Child[]): Html =>
  jsx(tag, { ...attributes, children }) as unknown as Html
