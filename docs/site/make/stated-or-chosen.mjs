// Creates the page that lists every decision and the places of openapi.yaml that refer to it.

/** Every node with `x-decision`, with a readable name. */
function places(document) {
  const found = new Map()
  const walk = (node, path) => {
    if (node === null || typeof node !== 'object') return
    if (typeof node['x-decision'] === 'string') {
      const number = node['x-decision']
      if (!found.has(number)) found.set(number, new Set())
      found.get(number).add(nameOf(path))
    }
    for (const [key, value] of Object.entries(node)) walk(value, [...path, key])
  }
  walk(document, [])
  return found
}

function nameOf(path) {
  const [first, , name, ...rest] = path
  const inside = rest.filter(
    (part) => !['properties', 'items', 'schema', 'allOf', 'oneOf', 'anyOf'].includes(part) && !/^\d+$/.test(part),
  )
  if (first === 'components') return [name, ...inside].join('.')
  return path.filter((part) => part !== 'paths').join(' ')
}

/**
 * @param document - openapi.yaml, parsed.
 * @param decisions - Number, file, title, and standing ("partly specified" or "decision").
 * @returns Markdown.
 */
export function statedOrChosen(document, decisions) {
  const marked = places(document)
  return [
    '---',
    'title: Specified or decided',
    '---',
    '',
    '# Specified or decided',
    '',
    'The service describes itself briefly. What it specifies is implemented as specified; the rest is a decision of this project. Each row',
    'is one decision, with the fields, headers and parameters of the HTTP API that depend on it. If the service ever specifies something else,',
    'this is the list of what changes.',
    '',
    '| Decision | Standing | Where it shows in the API |',
    '| --- | --- | --- |',
    ...decisions.map(({ number, file, title, standing }) => {
      const names = [...(marked.get(number) ?? [])].map((name) => `\`${name}\``)
      return `| [${number} ${title}](./decisions/${file}) | ${standing} | ${names.join(', ') || 'nowhere'} |`
    }),
    '',
  ].join('\n')
}
