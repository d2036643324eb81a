// Generates the HTTP API reference from packages/contract/openapi.yaml, one page per operation.
import { callGroup, createCallText, toCallName } from './calls.mjs'
import { tryCall } from './playground.mjs'

const escapeHtml = (text) =>
  String(text).replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c])
/** Escapes text for a cell of a Markdown table. */
const escapeCell = (text) =>
  String(text ?? '')
    .replaceAll('|', '\\|')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Resolves $ref and keeps sibling keywords such as `x-decision` and `description`. */
function resolveRef(document, node) {
  if (!node?.$ref) return node ?? {}
  const { $ref, ...siblings } = node
  const target = $ref
    .slice(2)
    .split('/')
    .reduce((at, key) => at?.[key], document)
  if (!target) throw new Error(`openapi.yaml: ${$ref} does not exist`)
  return { ...resolveRef(document, target), ...siblings }
}

function describeType(document, schema) {
  const s = resolveRef(document, schema)
  const schemaName = schema?.$ref?.split('/').pop()
  if (s.const !== undefined) return `\`${JSON.stringify(s.const)}\``
  if (s.enum) return s.enum.map((value) => `\`${value}\``).join(' · ')
  if (s.oneOf ?? s.anyOf) return (s.oneOf ?? s.anyOf).map((item) => describeType(document, item)).join(' or ')
  if (s.type === 'array') return `array of ${describeType(document, s.items)}`
  const type = Array.isArray(s.type) ? s.type.join(' or ') : (s.type ?? 'any value')
  return s.type === 'object' && schemaName ? schemaName : type
}

/** Renders the properties of an object schema. Nested properties follow their parent, with their path. */
function renderFields(document, schema, decisions, prefix = '', depth = 0) {
  const s = resolveRef(document, schema)
  const parts = s.allOf ? s.allOf.map((part) => resolveRef(document, part)) : [s]
  const rows = []
  for (const part of parts)
    for (const [name, property] of Object.entries(part.properties ?? {})) {
      const p = resolveRef(document, property)
      const nullable = (p.oneOf ?? p.anyOf ?? []).some((item) => item.type === 'null')
      const required = part.required?.includes(name)
      addDecision(p, decisions)
      rows.push(
        `| \`${prefix}${name}\`${required ? '' : ' (optional)'} | ${escapeCell(describeType(document, property))} | ${escapeCell(p.description)} |`,
      )
      const innerSchema = nullable ? (p.oneOf ?? p.anyOf).find((item) => item.type !== 'null') : p
      const object = resolveRef(document, innerSchema?.items ?? innerSchema)
      if (depth < 2 && (object.properties || object.allOf))
        rows.push(
          ...renderFields(document, object, decisions, `${prefix}${name}${innerSchema?.items ? '[]' : ''}.`, depth + 1),
        )
    }
  return rows
}

const renderJson = (value) => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``

/** Collects the decision of a node that the service does not specify. */
function addDecision(node, decisions) {
  if (node['x-decision']) decisions.add(node['x-decision'])
}

/** Renders links to the decisions of a page. */
function renderDecisions(decisions, files) {
  if (decisions.size === 0) return []
  const links = [...decisions].sort().map((number) => `[${number}](../decisions/${files.get(number)})`)
  return [`The service does not specify every field. These were decided: ${links.join(', ')}.`, '']
}

function renderParameters(document, operation, decisions) {
  const list = (operation.parameters ?? []).map((item) => resolveRef(document, item))
  if (list.length === 0) return []
  for (const parameter of list) addDecision(parameter, decisions)
  return [
    '## Parameters',
    '',
    '| Name | In | Type | Meaning |',
    '| --- | --- | --- | --- |',
    ...list.map(
      (p) =>
        `| \`${p.name}\`${p.required ? '' : ' (optional)'} | ${p.in} | ${escapeCell(describeType(document, p.schema))} | ${escapeCell(p.description)} |`,
    ),
    '',
  ]
}

function renderBody(document, operation, decisions) {
  const content = resolveRef(document, operation.requestBody).content?.['application/json']
  if (!content) return []
  const examples = Object.values(content.examples ?? {}).map((item) => resolveRef(document, item))
  return [
    '## Body',
    '',
    '| Field | Type | Meaning |',
    '| --- | --- | --- |',
    ...renderFields(document, content.schema, decisions),
    '',
    ...examples.flatMap((example) => [`**${example.summary}**`, '', renderJson(example.value), '']),
  ]
}

function renderResponses(document, operation, decisions) {
  const lines = ['## Responses', '']
  for (const [status, reference] of Object.entries(operation.responses)) {
    const response = resolveRef(document, reference)
    const content = response.content?.['application/json']
    lines.push(`### ${status}`, '', response.description ?? '', '')
    const headers = Object.entries(response.headers ?? {})
    if (headers.length > 0)
      lines.push(
        '| Header | Meaning |',
        '| --- | --- |',
        ...headers.map(([name, header]) => {
          const h = resolveRef(document, header)
          addDecision(h, decisions)
          return `| \`${name}\` | ${escapeCell(h.description)} |`
        }),
        '',
      )
    if (status.startsWith('2') && content?.schema) {
      const data = resolveRef(document, content.schema).properties?.data
      const record = resolveRef(document, data)
      lines.push(
        record.type === 'array' ? '`data` is an array; each member has:' : '`data` has:',
        '',
        '| Field | Type | Meaning |',
        '| --- | --- | --- |',
        ...renderFields(document, record.items ?? record, decisions),
        '',
      )
    }
    for (const example of Object.values(content?.examples ?? {}).map((item) => resolveRef(document, item))) {
      const code = example.value?.error?.code
      const codeLink = code ? ` ([\`${code}\`](../errors.md#${code}))` : ''
      lines.push(`**${example.summary}**${codeLink}`, '', renderJson(example.value), '')
    }
  }
  return lines
}

function renderTryIt(document, method, path, operation) {
  const list = (operation.parameters ?? []).map((item) => resolveRef(document, item))
  const example = Object.values(
    resolveRef(document, operation.requestBody).content?.['application/json']?.examples ?? {},
  )[0]
  const input = (p) =>
    `<label>${escapeHtml(p.name)} <input name="${escapeHtml(p.in)}:${escapeHtml(p.name)}" placeholder="${escapeHtml(p.example ?? '')}"${p.in === 'path' ? ' required' : ''} autocomplete="off"></label>`
  const text = example ? JSON.stringify(resolveRef(document, example).value, null, 2) : ''
  return [
    '## Try it',
    '',
    `<form class="try-it" data-method="${method.toUpperCase()}" data-path="${escapeHtml(path)}">`,
    '<p>Goes to the sandbox behind this site, with test money. Nothing leaves your machine. It needs JavaScript.</p>',
    '<label>Key <input name="key" value="sk_test_all" autocomplete="off"></label>',
    ...list.map(input),
    ...(text
      ? [
          `<label>Body <textarea name="body" rows="${text.split('\n').length}" spellcheck="false">${escapeHtml(text)}</textarea></label>`,
        ]
      : []),
    `<button type="submit">Send ${method.toUpperCase()}</button>`,
    '<pre class="try-it-answer" tabindex="0" aria-live="polite" aria-label="The response" hidden></pre>',
    '</form>',
    '',
  ].join('\n')
}

/** Renders the call in three languages. */
function renderCalls(document, method, operation, play) {
  const content = resolveRef(document, operation.requestBody).content?.['application/json']
  const [first] = Object.values(content?.examples ?? {})
  const parameters = (operation.parameters ?? []).map((item) => resolveRef(document, item))
  const call = createCallText(operation.operationId, {
    method,
    parameters,
    body: first && resolveRef(document, first).value,
  })
  return [
    '## Call it',
    '',
    callGroup(call),
    '',
    ...(play ? [tryCall(play, toCallName(operation.operationId)), ''] : []),
  ]
}

const toFileName = (operationId) => `${operationId.replaceAll(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)}.md`

/**
 * Renders all pages.
 *
 * @param document - Parsed openapi.yaml.
 * @param pages - Files of the decisions by number.
 * @param play - Path of the playground; empty without one.
 * @returns Markdown by file name.
 */
export function httpApiPages(document, pages, play) {
  const files = new Map()
  const table = []
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(methods)) {
      if (!operation.operationId) continue
      const file = toFileName(operation.operationId)
      const scope = operation['x-scope']
      const decisions = new Set()
      table.push({ path, method, operation, file, scope })
      files.set(
        file,
        [
          '---',
          `title: ${operation.summary}`,
          '---',
          '',
          `# ${operation.summary}`,
          '',
          `\`${method.toUpperCase()} ${path}\``,
          '',
          scope ? `The key needs the scope \`${scope}\`.` : 'It needs no key.',
          '',
          operation.description ?? '',
          '',
          ...renderCalls(document, method, operation, play),
          ...renderParameters(document, operation, decisions),
          ...renderBody(document, operation, decisions),
          renderTryIt(document, method, path, operation),
          ...renderResponses(document, operation, decisions),
          ...renderDecisions(decisions, pages),
        ].join('\n'),
      )
    }
  files.set(
    'index.md',
    [
      '---',
      'title: All operations',
      '---',
      '',
      '# HTTP API',
      '',
      document.info.description,
      '',
      'Requests have the headers `Authorization: Bearer <key>` and `Accept: application/json`. The OpenAPI document is served at',
      '`/api/v1/openapi.json`. Errors: [all error codes](../errors.md).',
      '',
      '| Operation | Request | Scope |',
      '| --- | --- | --- |',
      ...table.map(
        ({ path, method, operation, file, scope }) =>
          `| [${operation.summary}](./${file}) | \`${method.toUpperCase()} ${path}\` | ${scope ? `\`${scope}\`` : 'none'} |`,
      ),
      '',
    ].join('\n'),
  )
  return files
}
