import type { JSX } from 'hono/jsx/jsx-runtime'

/** Return type of a component. */
export type Html = JSX.Element
