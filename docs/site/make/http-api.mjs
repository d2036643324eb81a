// The HTTP API reference, a page for each operation, made from packages/contract/openapi.yaml.
import { callGroup, callOf, nameOfCall } from './calls.mjs'
import { tryCall } from './playground.mjs'

const escapeHtml = (text) =>
  String(text).replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c])
/** Text for a cell of a Markdown table. */
const cell = (text) =>
  String(text ?? '')
    .replaceAll('|', '\\|')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Follows $ref, and keeps what is beside it: `x-decision`, a description. */
function follow(document, node) {
  if (!node?.$ref) return node ?? {}
  const { $ref, ...beside } = node
  const target = $ref
    .slice(2)
    .split('/')
    .reduce((at, key) => at?.[key], document)
  if (!target) throw new Error(`openapi.yaml: ${$ref} leads nowhere`)
  return { ...follow(document, target), ...beside }
}

function typeOf(document, schema) {
  const s = follow(document, schema)
  const named = schema?.$ref?.split('/').pop()
  if (s.const !== undefined) return `\`${JSON.stringify(s.const)}\``
  if (s.enum) return s.enum.map((value) => `\`${value}\``).join(' · ')
  if (s.oneOf ?? s.anyOf) return (s.oneOf ?? s.anyOf).map((one) => typeOf(document, one)).join(' or ')
  if (s.type === 'array') return `array of ${typeOf(document, s.items)}`
  const type = Array.isArray(s.type) ? s.type.join(' or ') : (s.type ?? 'any value')
  return s.type === 'object' && named ? named : type
}

const decisionOf = (node, pages) => {
  const number = node?.['x-decision']
  return number ? `[${number}](../decisions/${pages.get(number)})` : 'specified'
}

/** The properties of an object schema. A nested record is listed below its parent, by its path. */
function fields(document, schema, pages, under = '', depth = 0) {
  const s = follow(document, schema)
  const parts = s.allOf ? s.allOf.map((part) => follow(document, part)) : [s]
  const rows = []
  for (const part of parts)
    for (const [name, property] of Object.entries(part.properties ?? {})) {
      const p = follow(document, property)
      const nullable = (p.oneOf ?? p.anyOf ?? []).some((one) => one.type === 'null')
      const required = part.required?.includes(name)
      rows.push(
        `| \`${under}${name}\`${required ? '' : ' (optional)'} | ${cell(typeOf(document, property))} | ${cell(p.description)} | ${decisionOf(p, pages)} |`,
      )
      const inner = nullable ? (p.oneOf ?? p.anyOf).find((one) => one.type !== 'null') : p
      const object = follow(document, inner?.items ?? inner)
      if (depth < 2 && (object.properties || object.allOf))
        rows.push(...fields(document, object, pages, `${under}${name}${inner?.items ? '[]' : ''}.`, depth + 1))
    }
  return rows
}

const json = (value) => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``

function parameters(document, operation, pages) {
  const list = (operation.parameters ?? []).map((one) => follow(document, one))
  if (list.length === 0) return []
  return [
    '## Parameters',
    '',
    '| Name | In | Type | What it is | Decision |',
    '| --- | --- | --- | --- | --- |',
    ...list.map(
      (p) =>
        `| \`${p.name}\`${p.required ? '' : ' (optional)'} | ${p.in} | ${cell(typeOf(document, p.schema))} | ${cell(p.description)} | ${decisionOf(p, pages)} |`,
    ),
    '',
  ]
}

function body(document, operation, pages) {
  const content = follow(document, operation.requestBody).content?.['application/json']
  if (!content) return []
  const examples = Object.values(content.examples ?? {}).map((one) => follow(document, one))
  return [
    '## Body',
    '',
    '| Field | Type | What it is | Decision |',
    '| --- | --- | --- | --- |',
    ...fields(document, content.schema, pages),
    '',
    ...examples.flatMap((example) => [`**${example.summary}**`, '', json(example.value), '']),
  ]
}

function answers(document, operation, pages) {
  const lines = ['## Answers', '']
  for (const [status, reference] of Object.entries(operation.responses)) {
    const response = follow(document, reference)
    const content = response.content?.['application/json']
    lines.push(`### ${status}`, '', response.description ?? '', '')
    const headers = Object.entries(response.headers ?? {})
    if (headers.length > 0)
      lines.push(
        '| Header | What it is | Decision |',
        '| --- | --- | --- |',
        ...headers.map(([name, header]) => {
          const h = follow(document, header)
          return `| \`${name}\` | ${cell(h.description)} | ${decisionOf(h, pages)} |`
        }),
        '',
      )
    if (status.startsWith('2') && content?.schema) {
      const data = follow(document, content.schema).properties?.data
      const record = follow(document, data)
      lines.push(
        record.type === 'array' ? '`data` is an array; each member has:' : '`data` has:',
        '',
        '| Field | Type | What it is | Decision |',
        '| --- | --- | --- | --- |',
        ...fields(document, record.items ?? record, pages),
        '',
      )
    }
    for (const example of Object.values(content?.examples ?? {}).map((one) => follow(document, one)))
      lines.push(`**${example.summary}**`, '', json(example.value), '')
  }
  return lines
}

function tryIt(document, method, path, operation) {
  const list = (operation.parameters ?? []).map((one) => follow(document, one))
  const example = Object.values(
    follow(document, operation.requestBody).content?.['application/json']?.examples ?? {},
  )[0]
  const input = (p) =>
    `<label>${escapeHtml(p.name)} <input name="${escapeHtml(p.in)}:${escapeHtml(p.name)}" placeholder="${escapeHtml(p.example ?? '')}"${p.in === 'path' ? ' required' : ''} autocomplete="off"></label>`
  const text = example ? JSON.stringify(follow(document, example).value, null, 2) : ''
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
    '<pre class="try-it-answer" tabindex="0" aria-live="polite" aria-label="The answer" hidden></pre>',
    '</form>',
    '',
  ].join('\n')
}

/** The call in three languages. */
function calls(document, method, operation, play) {
  const content = follow(document, operation.requestBody).content?.['application/json']
  const [first] = Object.values(content?.examples ?? {})
  const parameters = (operation.parameters ?? []).map((one) => follow(document, one))
  const call = callOf(operation.operationId, { method, parameters, body: first && follow(document, first).value })
  return [
    '## Call it',
    '',
    callGroup(call),
    '',
    ...(play ? [tryCall(play, nameOfCall(operation.operationId)), ''] : []),
  ]
}

const fileOf = (operationId) => `${operationId.replaceAll(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)}.md`

/**
 * @param document - openapi.yaml, parsed.
 * @param pages - The file of each decision, by its number.
 * @param play - Where the playground is on its host; nothing when there is none.
 * @returns File names and their Markdown.
 */
export function httpApiPages(document, pages, play) {
  const files = new Map()
  const table = []
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(methods)) {
      if (!operation.operationId) continue
      const file = fileOf(operation.operationId)
      const scope = operation['x-scope']
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
          ...calls(document, method, operation, play),
          ...parameters(document, operation, pages),
          ...body(document, operation, pages),
          tryIt(document, method, path, operation),
          ...answers(document, operation, pages),
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
      'A request carries `Authorization: Bearer <key>` and `Accept: application/json`. The same description, for tools, is served at',
      '`/api/v1/openapi.json`. What an error says and means: [every error text](../errors.md).',
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
