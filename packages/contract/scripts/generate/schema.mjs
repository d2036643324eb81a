import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import { listSchemas } from './document.mjs'

const { factory } = ts
const toTypeReference = (name) => factory.createTypeReferenceNode(name)
export const idTypes = {
  payment: 'PaymentRef',
  order: 'OrderRef',
  refund: 'RefundRef',
  product: 'ProductId',
  intent: 'CheckoutIntentId',
}

const toUnion = (words) =>
  factory.createUnionTypeNode(
    words.map((word) => factory.createLiteralTypeNode(factory.createStringLiteral(word, true))),
  )

/** Returns the typed identifier of a property. */
function transform(schema) {
  const nullable = [schema.type].flat().includes('null')
  if (!schema['x-id']) return undefined
  const kind = toTypeReference(idTypes[schema['x-id']])
  return nullable ? factory.createUnionTypeNode([kind, factory.createLiteralTypeNode(factory.createNull())]) : kind
}

const exported = () => [factory.createModifier(ts.SyntaxKind.ExportKeyword)]
const readName = (member) => member.name.text
const withDocComment = (declaration, text) =>
  ts.addSyntheticLeadingComment(declaration, ts.SyntaxKind.MultiLineCommentTrivia, `* ${text} `, true)
const property = (member, type, { optional }) =>
  ts.setSyntheticLeadingComments(
    factory.createPropertySignature(
      [factory.createModifier(ts.SyntaxKind.ReadonlyKeyword)],
      readName(member),
      optional ? factory.createToken(ts.SyntaxKind.QuestionToken) : undefined,
      type,
    ),
    ts.getSyntheticLeadingComments(member) ?? [],
  )

/**
 * Generates the types of a schema with `x-alternatives`: the common fields, and one interface per alternative. Fields of
 * other alternatives have the type `never`, so that compiler errors name them.
 */
function alternativeDeclarations(name, members, lists) {
  const byName = new Map(members.map((member) => [readName(member), member]))
  const rows = lists.flatMap((list) => Object.entries(list))
  const statedFields = new Set(
    rows.flatMap(([, { required = [], optional = [], absent: unavailable = [] }]) => [
      ...required,
      ...optional,
      ...unavailable,
    ]),
  )
  const common = withDocComment(
    factory.createInterfaceDeclaration(
      exported(),
      `${name}Fields`,
      undefined,
      undefined,
      members.filter((member) => !statedFields.has(readName(member))),
    ),
    `Fields of every ${name}.`,
  )
  const interfaces = rows.map(([row, { description, required = [], optional = [], absent = [], words = {} }]) => {
    const field = (isOptional) => (key) => {
      const member = byName.get(key)
      return property(member, words[key] ? toUnion(words[key]) : member.type, { optional: isOptional })
    }
    const never = (key) =>
      withDocComment(
        factory.createPropertySignature(
          [factory.createModifier(ts.SyntaxKind.ReadonlyKeyword)],
          key,
          factory.createToken(ts.SyntaxKind.QuestionToken),
          factory.createKeywordTypeNode(ts.SyntaxKind.NeverKeyword),
        ),
        'Never set: the field belongs to another alternative.',
      )
    const declaration = factory.createInterfaceDeclaration(exported(), row, undefined, undefined, [
      ...required.map(field(false)),
      ...optional.map(field(true)),
      ...absent.map(never),
    ])
    return withDocComment(declaration, description)
  })
  const type = factory.createIntersectionTypeNode([
    toTypeReference(`${name}Fields`),
    ...lists.map((list) =>
      factory.createParenthesizedType(factory.createUnionTypeNode(Object.keys(list).map(toTypeReference))),
    ),
  ])
  return {
    before: [common, ...interfaces],
    alias: factory.createTypeAliasDeclaration(exported(), name, undefined, type),
  }
}

/** Returns the schemas, with the description of the referenced schema where a property has none. */
function describeReferences(schemas) {
  const describe = (property) =>
    property.$ref && !property.description
      ? { ...property, description: schemas[property.$ref.split('/').at(-1)].description }
      : property
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      name,
      schema.properties
        ? {
            ...schema,
            properties: Object.fromEntries(
              Object.entries(schema.properties).map(([key, property]) => [key, describe(property)]),
            ),
          }
        : schema,
    ]),
  )
}

/** Generates one interface per schema. */
export async function schemaTypes(document) {
  const text = JSON.stringify({
    openapi: '3.1.0',
    info: document.info,
    paths: {},
    components: { schemas: describeReferences(listSchemas(document)) },
  }).replaceAll('#/x-public-surfaces/schemas/', '#/components/schemas/')
  const nodes = await openapiTS(JSON.parse(text), { transform, alphabetize: false, immutable: true })
  const components = nodes.find((node) => ts.isInterfaceDeclaration(node) && node.name.text === 'components')
  const schemas = components.members.find((member) => member.name.text === 'schemas')
  const declarations = schemas.type.members.flatMap((member) => {
    const name = readName(member)
    const lists = listSchemas(document)[name]['x-alternatives']
    const withoutComment = (declaration) =>
      ts.setSyntheticLeadingComments(declaration, ts.getSyntheticLeadingComments(member) ?? [])
    if (lists) {
      const { before, alias } = alternativeDeclarations(name, member.type.members, lists)
      return [...before, withoutComment(alias)]
    }
    return withoutComment(
      ts.isTypeLiteralNode(member.type)
        ? factory.createInterfaceDeclaration(exported(), name, undefined, undefined, member.type.members)
        : factory.createTypeAliasDeclaration(exported(), name, undefined, member.type),
    )
  })
  return `import type { CheckoutIntentId, OrderRef, PaymentRef, ProductId, RefundRef } from '../record.js'

${toPlainText(astToString(declarations))}`
}

/**
 * Replaces references with type names, and comments with their descriptions. Optional members accept undefined, so that
 * callers with `exactOptionalPropertyTypes` can pass a value that may be undefined.
 */
const toPlainText = (text) =>
  text
    .replace(
      /^( *readonly \w+\?: )(.*);$/gm,
      (_, name, type) => `${name}${type === 'never' ? '' : `${type} | `}undefined;`,
    )
    .replace(/components\["schemas"\]\["(\w+)"\]/g, '$1')
    .replace(/^( *)\/\*\*([\s\S]*?)\*\/\n/gm, (_, indent, comment) => {
      const words = comment
        .replace(/\n\s*\*\s?/g, '\n')
        .replace('@description ', '')
        .trim()
        .replace(/(?:^|\n)Format: [\w-]+/, '')
        .replace(/(?:^|\n)@[\s\S]*/, '')
        .trim()
      return words ? `${indent}/** ${words.replaceAll(/\s*\n\s*/g, ' ')} */\n` : ''
    })
