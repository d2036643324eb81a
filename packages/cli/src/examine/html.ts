/** Part of a page: a tag without its angle brackets, or the text between two tags. */
interface HtmlPart {
  readonly kind: 'tag' | 'text'
  readonly text: string
}

/** Elements whose content is not text of the page. */
const rawElements = ['script', 'style']

/** Splits a page into tags and texts, in linear time. An unclosed tag or script ends the page. */
export function* splitHtml(html: string): Generator<HtmlPart, void, undefined> {
  // `toLowerCase` would change the length of some letters.
  const lower = html.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  let position = 0
  while (position < html.length) {
    const start = html.indexOf('<', position)
    if (start < 0) return yield { kind: 'text', text: html.slice(position) }
    if (start > position) yield { kind: 'text', text: html.slice(position, start) }
    const end = html.indexOf('>', start)
    if (end < 0) return
    yield { kind: 'tag', text: html.slice(start + 1, end) }
    const raw = rawElements.find((name) => lower.startsWith(name, start + 1))
    position = raw === undefined ? end + 1 : lower.indexOf(`</${raw}`, end)
    if (position < 0) return
  }
}
