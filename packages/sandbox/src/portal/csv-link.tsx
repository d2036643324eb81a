/** @jsxImportSource hono/jsx */
import type { Html } from '../kit/html.js'
import type { Visit } from '../kit/visit.js'

/** The way to a list as a file for spreadsheets. */
export const CsvLink = ({ visit, path }: { readonly visit: Visit; readonly path: string }): Html => (
  <p>
    <a href={visit.at(path)} download>
      {visit.language.words.asFile}
    </a>
  </p>
)
