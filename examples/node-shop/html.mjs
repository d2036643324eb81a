/** Markup in which all values are escaped. */
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
function toMarkup(value) {
  if (value instanceof Html) return value.text
  if (Array.isArray(value)) return value.map(toMarkup).join('')
  if (value === null || value === undefined || value === false) return ''
  return String(value).replace(/[&<>"']/g, (character) => entities[character] ?? '')
}

/**
 * Creates markup. Values in `${}` are escaped, except those created by this function.
 *
 * @param {TemplateStringsArray} parts
 * @param {...unknown} values
 */
export const html = (parts, ...values) =>
  new Html(parts.reduce((text, part, index) => text + toMarkup(values[index - 1]) + part))
