// Creates the page that lists every decision and the places of openapi.yaml that refer to it.

/** Finds the nodes with `x-decision`. @returns Readable names by decision number. */
function findDecisionNodes(document) {
  const nodes = new Map()
  const walk = (node, path) => {
    if (node === null || typeof node !== 'object') return
    if (typeof node['x-decision'] === 'string') {
      const number = node['x-decision']
      if (!nodes.has(number)) nodes.set(number, new Set())
      nodes.get(number).add(toNodeName(path))
    }
    for (const [key, value] of Object.entries(node)) walk(value, [...path, key])
  }
  walk(document, [])
  return nodes
}

function toNodeName(path) {
  const [first, , name, ...rest] = path
  const pathParts = rest.filter(
    (part) => !['properties', 'items', 'schema', 'allOf', 'oneOf', 'anyOf'].includes(part) && !/^\d+$/.test(part),
  )
  if (first === 'components') return [name, ...pathParts].join('.')
  return path.filter((part) => part !== 'paths').join(' ')
}

/**
 * @param document - Parsed openapi.yaml.
 * @param decisions - Number, file, title, and status ("partly specified" or "decision").
 * @returns Markdown.
 */
export function renderDecisions(document, decisions) {
  const nodesByDecision = findDecisionNodes(document)
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
    '| Decision | Status | Fields, headers and parameters |',
    '| --- | --- | --- |',
    ...decisions.map(({ number, file, title, status }) => {
      const names = [...(nodesByDecision.get(number) ?? [])].map((name) => `\`${name}\``)
      return `| [${number} ${title}](./decisions/${file}) | ${status} | ${names.join(', ') || 'nowhere'} |`
    }),
    '',
  ].join('\n')
}
