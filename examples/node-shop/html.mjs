/** Markup that is safe to send: everything put into it was escaped. */
class Html {
  /** @param {string} text */
  constructor(text) {
    this.text = text
  }
  toString() {
    return this.text
  }
}

const entities = /** @type {Record<string, string>} */ ({
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
})

/** @param {unknown} value @returns {string} */
function write(value) {
  if (value instanceof Html) return value.text
  if (Array.isArray(value)) return value.map(write).join('')
  if (value === null || value === undefined || value === false) return ''
  return String(value).replace(/[&<>"']/g, (character) => entities[character] ?? '')
}

/**
 * Writes markup. What stands in `${}` is text, unless this function made it.
 *
 * @param {TemplateStringsArray} parts
 * @param {...unknown} values
 */
export const html = (parts, ...values) =>
  new Html(parts.reduce((text, part, at) => text + write(values[at - 1]) + part))
