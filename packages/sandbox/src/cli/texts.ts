/** Texts of a program. */
export interface ProgramText {
  /** Command that starts it. */
  readonly name: string
  /** Description for the help. */
  readonly summary: string
  /** Its name in the ready line. */
  readonly title: string
  /** Lines of the help for its own commands. */
  readonly commandLines?: string
  /** Lines of the help for its own flags. */
  readonly flagLines?: string
  /** Labels of its links in the ready line. */
  readonly linkNames?: Readonly<Record<string, string>>
  /** Third getting-started step in the help. */
  readonly thirdStep: string
}

export const readyText = (
  { title, linkNames = {} }: ProgramText,
  { url = '', ...links }: Readonly<Record<string, string>>,
): string => {
  const linkLines = Object.entries(linkNames).map(([name, text]) => `  ${text.padEnd(18)} ${links[name]}\n`)
  return `
  ${title.padEnd(18)} ${url}

  API key            sk_test_all            every scope, the demo shop
                     sk_test_<any name>     a merchant of its own
  Description        ${url}/api/v1/openapi.json
  Control            ${url}/__mock/…        approve, decline, pay refunds, faults, clock
                     X-Mock-Token: ${links['controlToken']}
${linkLines.length > 0 ? `\n  Each of these links works once:\n${linkLines.join('')}` : ''}
  Phones that end in 789 pay after 2 seconds · 039 declined · 049 no funds · 079 expires · 129 waits for ever
  Cards 4242 4242 4242 4242 pays · 4000 0000 0000 0002 declined · 4000 0025 0000 3155 asks the bank

  Try   curl -H 'Authorization: Bearer sk_test_all' '${url}/api/v1/products?limit=5'

  Ctrl+C stops it.

`
}
