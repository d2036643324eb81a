// Applies an OpenAPI Overlay 1.0, such as "cedi compare --overlay FILE" writes, to a YAML document. Keeps comments and layout.
import { isDeepStrictEqual } from 'node:util'
import { JSONPathError, query } from 'json-p3'
import { isCollection, isMap, isSeq, parse, parseDocument } from 'yaml'

/** Error in an overlay, with a message of one line. */
export class OverlayError extends Error {}

/** Parses an overlay. @returns Its actions. @throws OverlayError if it is invalid. */
export function readOverlay(text) {
  let overlay
  try {
    // JSON is a subset of YAML.
    overlay = parse(text)
  } catch (error) {
    throw new OverlayError(`It is neither JSON nor YAML: ${error.message.split('\n')[0]}`)
  }
  if (!/^1\.0\.\d+$/.test(overlay?.overlay ?? ''))
    throw new OverlayError('It is not an Overlay 1.0: its member overlay must be 1.0.0.')
  const { actions } = overlay
  if (!Array.isArray(actions) || actions.length === 0) throw new OverlayError('It has no actions.')
  actions.forEach((action, index) => {
    if (typeof action?.target !== 'string') throw new OverlayError(`actions[${index}] has no target.`)
    if (action.remove !== true && !Object.hasOwn(action, 'update'))
      throw new OverlayError(`actions[${index}] must have update or remove.`)
  })
  return actions
}

/** Merges a value into a node: objects are merged, lists are appended to, other nodes are replaced. */
function update(document, path, value) {
  const node = path.length === 0 ? document.contents : document.getIn(path, true)
  if (isSeq(node)) node.add(document.createNode(value))
  else if (isMap(node) && typeof value === 'object' && value !== null && !Array.isArray(value))
    for (const [name, inner] of Object.entries(value)) {
      const isDeeper = isCollection(node.get(name, true)) && typeof inner === 'object' && inner !== null
      if (isDeeper && !Array.isArray(inner)) update(document, [...path, name], inner)
      else if (isDeeper) for (const one of inner) update(document, [...path, name], one)
      else node.set(name, document.createNode(inner))
    }
  else document.setIn(path, document.createNode(value))
}

/** Removes from the last index to the first, because a removal shifts the indexes after it. */
const lastFirst = (a, b) => {
  const position = a.findIndex((part, index) => part !== b[index])
  return typeof a[position] === 'number' && typeof b[position] === 'number' ? b[position] - a[position] : 0
}

/**
 * Applies the actions of an overlay in order.
 *
 * @returns The new document, and the targets that match no node.
 */
export function applyOverlay(text, actions) {
  const document = parseDocument(text)
  const unmatchedTargets = []
  for (const { target, update: value, remove } of actions) {
    let places
    try {
      places = [...query(target, document.toJS())].map(({ location }) => location)
    } catch (error) {
      if (error instanceof JSONPathError) throw new OverlayError(`${target} is not a JSONPath: ${error.message}`)
      throw error
    }
    if (places.length === 0) unmatchedTargets.push(target)
    for (const place of [...places].sort(lastFirst)) remove ? document.deleteIn(place) : update(document, place, value)
  }
  return { text: document.toString({ lineWidth: 0, flowCollectionPadding: true }), unmatchedTargets }
}

/** Members without which an operation cannot be generated. */
const operationMembers = ['operationId', 'summary', 'x-scope', 'responses']

/** @throws OverlayError if the repository cannot be generated from the document. */
function assertGeneratable(document) {
  if (!/^3\.1\.\d+$/.test(document.openapi ?? ''))
    throw new OverlayError(
      `It changes openapi to ${document.openapi}. The contract must be OpenAPI 3.1: remove this action.`,
    )
  for (const [path, methods] of Object.entries(document.paths ?? {}))
    for (const [method, operation] of Object.entries(methods ?? {})) {
      if (!['get', 'post', 'put', 'patch', 'delete'].includes(method) || path.endsWith('/openapi.json')) continue
      const missing = operationMembers.filter((name) => operation?.[name] === undefined)
      if (missing.length > 0)
        throw new OverlayError(
          `${method.toUpperCase()} ${path} has no ${missing.join(', ')}. Describe the operation as in CONTRIBUTING.md, or remove it from the overlay.`,
        )
    }
}

/**
 * Applies an overlay to a document in memory, and checks the result.
 *
 * @param text - The document as YAML.
 * @param overlay - The overlay as JSON or YAML.
 * @returns The new text, the parsed document, unmatched targets, the actions, and whether the content changes.
 * @throws OverlayError if the overlay is invalid, or if its result cannot be generated.
 */
export function prepareOverlay(text, overlay) {
  const actions = readOverlay(overlay)
  const { text: changed, unmatchedTargets } = applyOverlay(text, actions)
  const document = parse(changed)
  assertGeneratable(document)
  return { text: changed, document, unmatchedTargets, actions, isChanged: !isDeepStrictEqual(document, parse(text)) }
}
