// Evaluates source expressions, constants and functions to their possible texts.
import ts from 'typescript'
import { read } from './sources.mjs'

const optionChecks = 'packages/contract/src/options.ts'

const files = new Map()
export function parseSource(file) {
  if (!files.has(file)) files.set(file, ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true))
  return files.get(file)
}

/** Nodes by file. */
const nodesByFile = new Map()
export function nodesIn(file) {
  if (!nodesByFile.has(file)) {
    const nodes = []
    const walk = (node) => {
      nodes.push(node)
      ts.forEachChild(node, walk)
    }
    walk(file)
    nodesByFile.set(file, nodes)
  }
  return nodesByFile.get(file)
}

/** Returns the placeholder for a value in a text: the last name in its expression. */
export function placeholder(expression) {
  const names = [...expression.getText().matchAll(/[a-z_]\w*(?!\w*\()/gi)].map(([name]) => name)
  const name = names.filter((item) => !/^(?:slice|join|map|String|pesewas|text|or)$/.test(item)).at(-1) ?? 'value'
  return `{${name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).trim()}}`
}

/** Whether an expression is `one || other`. */
const isEither = (node) => ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.BarBarToken

/** Returns the possible texts of a template span, or its placeholder. */
function spanOf(expression, file) {
  const resolved = ts.isIdentifier(expression) ? findDeclaration(expression.text, file) : expression
  const texts = resolved && (ts.isConditionalExpression(resolved) || isEither(resolved)) ? textsOf(resolved, file) : []
  return texts.length > 0 ? texts : [placeholder(expression)]
}

/** Returns the possible texts of an expression; none if they are defined elsewhere. */
export function textsOf(node, file) {
  if (ts.isStringLiteralLike(node)) return [node.text]
  if (ts.isTemplateExpression(node))
    return node.templateSpans.reduce(
      (texts, { expression, literal }) =>
        texts.flatMap((text) => spanOf(expression, file).map((span) => text + span + literal.text)),
      [node.head.text],
    )
  if (ts.isConditionalExpression(node)) return [...textsOf(node.whenTrue, file), ...textsOf(node.whenFalse, file)]
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) return textsOf(node.expression, file)
  if (isEither(node)) return [...textsOf(node.left, file).filter(Boolean), ...textsOf(node.right, file)]
  if (ts.isBinaryExpression(node)) return [...textsOf(node.left, file), ...textsOf(node.right, file)]
  if (ts.isIdentifier(node)) {
    const found = findDeclaration(node.text, file)
    return found ? textsOf(found, file) : []
  }
  // Texts that a function of the same file or of the option checks returns.
  const name = callName(node)
  const source = name && [file, parseSource(optionChecks)].find((item) => functionIn(name, item))
  if (source) return returnedBy(functionIn(name, source), source)
  // One of the texts of an object.
  if (ts.isElementAccessExpression(node) && ts.isIdentifier(node.expression)) {
    const made = findDeclaration(node.expression.text, file)
    const values = made && ts.isObjectLiteralExpression(made) ? made.properties.filter(ts.isPropertyAssignment) : []
    return values.flatMap(({ initializer }) => textsOf(initializer, file))
  }
  return []
}

/** Returns the expression of a constant in a file. */
function findDeclaration(name, file) {
  const declaration = nodesIn(file).find(
    (item) => ts.isVariableDeclaration(item) && item.name.getText() === name && item.initializer,
  )
  return (
    declaration &&
    (ts.isAsExpression(declaration.initializer) ? declaration.initializer.expression : declaration.initializer)
  )
}

export const callName = (node) =>
  (ts.isCallExpression(node) || ts.isNewExpression(node)) && ts.isIdentifier(node.expression)
    ? node.expression.text
    : undefined

const functionIn = (name, file) =>
  nodesIn(file).find((item) => ts.isFunctionDeclaration(item) && item.name?.text === name)

/** Functions that are being evaluated. */
const openFunctions = new Set()

/** Returns the texts that a function returns. A recursive call adds none. */
export function returnedBy(result, file) {
  if (openFunctions.has(result)) return []
  openFunctions.add(result)
  const texts = nodesIn(file)
    .filter((node) => ts.isReturnStatement(node) && node.expression && node.pos > result.pos && node.end <= result.end)
    .flatMap(({ expression }) => textsOf(expression, file))
  openFunctions.delete(result)
  return texts
}

/** Returns the object literal of a constant. */
export function objectIn(path, name) {
  const file = parseSource(path)
  const declaration = nodesIn(file).find((item) => ts.isVariableDeclaration(item) && item.name.getText() === name)
  let value = declaration?.initializer
  while (value && !ts.isObjectLiteralExpression(value)) value = value.expression
  if (!value) throw new Error(`${path} has no ${name}`)
  return value
}

/** Returns an object literal of texts. */
export function wordsIn(path, name) {
  const value = objectIn(path, name)
  return Object.fromEntries(
    value.properties
      .filter(ts.isPropertyAssignment)
      .map((property) => [
        property.name.getText().replaceAll("'", ''),
        textsOf(property.initializer, value.getSourceFile()).join(''),
      ]),
  )
}
