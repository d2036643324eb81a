/** @jsxImportSource hono/jsx */
import type { Html } from '../kit/html.js'
import type { SessionContext } from '../kit/page-context.js'

/** Link to the CSV file of a list. */
export const CsvLink = ({ ctx, path }: { readonly ctx: SessionContext; readonly path: string }): Html => (
  <p>
    <a href={ctx.at(path)} download>
      {ctx.language.words.asFile}
    </a>
  </p>
)
