import type { Child } from 'hono/jsx'
// Of the runtime alone: with `hono/jsx` comes what renders pages inside a browser.
import { jsx } from 'hono/jsx/jsx-runtime'
import type { Html } from '../kit/html.js'

/** An attribute: what is absent does not stand at all. */
type Attributes = Readonly<Record<string, string | boolean | undefined>>

/** Makes an element where the name of the tag is data: a template knows it only when it is filled. */
export const h = (tag: string, attributes: Attributes, ...children: Child[]): Html =>
  jsx(tag, { ...attributes, children }) as unknown as Html
