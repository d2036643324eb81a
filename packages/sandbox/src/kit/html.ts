import type { JSX } from 'hono/jsx/jsx-runtime'

/** A piece of a page: what a component returns. */
export type Html = JSX.Element
