/** A request to format as a curl line. */
interface Request {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
}

/**
 * Formats a request as a curl line for a POSIX shell.
 *
 * @param isKeyShown - Whether the line contains the key. By default it reads the variable `CEDI_API_KEY`, so that the
 * line can be shared and still runs.
 */
export function curlLine({ method, url, headers, body }: Request, isKeyShown = false): string {
  const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
  const lines = Object.entries(headers).map(([name, value]) =>
    name.toLowerCase() === 'authorization' && !isKeyShown
      ? '"Authorization: Bearer $CEDI_API_KEY"'
      : quote(`${name}: ${value}`),
  )
  return [
    `curl -X ${method} ${quote(url)}`,
    ...lines.map((line) => `-H ${line}`),
    ...(body === undefined ? [] : [`--data-raw ${quote(body)}`]),
  ].join(' ')
}
