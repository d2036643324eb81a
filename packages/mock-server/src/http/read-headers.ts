import { refuse, type ServiceError } from '../service/service-error.js'

// An HTTP token, and the characters of a value: no control characters, nothing beyond one byte.
const nameForm = /^[\w!#$%&'*+.^`|~-]+$/
const valueForm = /^[\t\x20-\x7e\x80-\xff]*$/

// What two joined headers become: more after a comma, which no key contains, or a second scheme and key.
const secondKey = /^bearer[\t ][^,]*,[\t ]*\S|,[\t ]*[a-z]+[\t ]+\S/i

// A name or an address, with an optional port; not two of them, and not a page's address.
const hostForm = /^(?:[\w.-]{1,255}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i

/**
 * Reads headers for every door, in the same way as `fetch`. It ignores the case of names, trims values, joins repeated
 * headers with a comma, and turns `undefined` into the text "undefined".
 *
 * @param given - By name, as pairs, or a `Headers`.
 * @returns The headers by lower-case name; and a refusal when no network would carry them, or two keys were sent.
 * @decision 0023
 */
export function readHeaders(given: Readonly<Record<string, string>> | Iterable<readonly [string, string]> = {}): {
  readonly headers: ReadonlyMap<string, string>
  readonly refusal: ServiceError | undefined
} {
  const headers = new Map<string, string>()
  let refusal: ServiceError | undefined
  for (const [sent, text] of Symbol.iterator in given ? given : Object.entries(given)) {
    const name = sent.toLowerCase()
    const value = trimmed(String(text))
    if (!nameForm.test(name))
      refusal = refuse(
        'invalid_header',
        'The name of a header holds a character that it cannot have. Use letters, digits and dashes.',
      )
    else if (!valueForm.test(value)) refusal = broken(sent)
    else headers.set(name, headers.has(name) ? `${headers.get(name)}, ${value}` : value)
  }
  return { headers, refusal: refusal ?? ambiguous(headers) }
}

function broken(name: string): ServiceError {
  const shown = name.slice(0, 40).replace(/(?<![^-])[a-z]/g, (letter) => letter.toUpperCase())
  return refuse('invalid_header', `${shown} holds a character that no header can carry. Send plain text.`, shown)
}

/** Headers that must appear once, and whole. */
function ambiguous(headers: ReadonlyMap<string, string>): ServiceError | undefined {
  if (secondKey.test(headers.get('authorization') ?? ''))
    return refuse('invalid_header', 'Authorization was sent twice. Send one key.', 'Authorization')
  // A reader who undid the coding would read another body than one who does not know it.
  const coding = headers.get('content-encoding') || 'identity'
  if (coding.toLowerCase() !== 'identity')
    return refuse(
      'invalid_header',
      'Content-Encoding must be left out. Send the body as plain JSON.',
      'Content-Encoding',
    )
  if (!/^chunked$/i.test(headers.get('transfer-encoding') ?? 'chunked'))
    return refuse('invalid_header', 'Transfer-Encoding must be chunked or left out.', 'Transfer-Encoding')
  const host = headers.get('host')
  if (host !== undefined && !hostForm.test(host))
    return refuse('invalid_header', 'Host must be sent once, as a name and a port, such as 127.0.0.1:4010.', 'Host')
  return undefined
}

/** Trims space. Not with a regular expression, which would scan a long run of spaces again and again. */
function trimmed(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && isSpace(text.charCodeAt(start))) start++
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--
  return start === 0 && end === text.length ? text : text.slice(start, end)
}

const isSpace = (code: number): boolean => code === 32 || code === 9 || code === 10 || code === 13
