/** @jsxImportSource hono/jsx */
import type { Html } from './html.js'

/** Logo with the name. */
export const Mark = (): Html => (
  <>
    <svg class="mark" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M17.5 7.2a7 7 0 1 0 0 9.6M12 2v20" />
    </svg>
    <b>Cedi</b>
  </>
)
