import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import { schemasOf } from './document.mjs'

const { factory } = ts
const named = (name) => factory.createTypeReferenceNode(name)
const idTypes = {
  payment: 'PaymentRef',
  order: 'OrderRef',
  refund: 'RefundRef',
  product: 'ProductId',
  intent: 'CheckoutIntentId',
}

/** A record's closed list of words becomes an open one, an identifier gets its kind. */
function transform(schema) {
  const nullable = [schema.type].flat().includes('null')
  const orNull = (type) =>
    nullable ? factory.createUnionTypeNode([type, factory.createLiteralTypeNode(factory.createNull())]) : type
  if (schema['x-id']) return orNull(named(idTypes[schema['x-id']]))
  if (schema['x-open-enum']) {
    const words = schema.enum.filter((word) => word !== null)
    return orNull(
      factory.createTypeReferenceNode('Open', [
        factory.createUnionTypeNode(
          words.map((word) => factory.createLiteralTypeNode(factory.createStringLiteral(word, true))),
        ),
      ]),
    )
  }
}

/** Plain, named types: one interface a schema. */
export async function schemaTypes(document) {
  const text = JSON.stringify({
    openapi: '3.1.0',
    info: document.info,
    paths: {},
    components: { schemas: schemasOf(document) },
  }).replaceAll('#/x-public-surfaces/schemas/', '#/components/schemas/')
  const nodes = await openapiTS(JSON.parse(text), { transform, alphabetize: false, immutable: true })
  const components = nodes.find((node) => ts.isInterfaceDeclaration(node) && node.name.text === 'components')
  const schemas = components.members.find((member) => member.name.text === 'schemas')
  const declarations = schemas.type.members.map((member) => {
    const modifiers = [factory.createModifier(ts.SyntaxKind.ExportKeyword)]
    const name = member.name.text
    const declaration = ts.isTypeLiteralNode(member.type)
      ? factory.createInterfaceDeclaration(modifiers, name, undefined, undefined, member.type.members)
      : factory.createTypeAliasDeclaration(modifiers, name, undefined, member.type)
    const comment = ts.getSyntheticLeadingComments(member) ?? []
    return ts.setSyntheticLeadingComments(declaration, comment)
  })
  return `import type { CheckoutIntentId, Open, OrderRef, PaymentRef, ProductId, RefundRef } from '../record.js'

${plain(astToString(declarations))}`
}

/** Says a reference by its name, and keeps of each comment the description alone. */
const plain = (text) =>
  text
    .replace(/components\["schemas"\]\["(\w+)"\]/g, '$1')
    .replace(/^( *)\/\*\*([\s\S]*?)\*\/\n/gm, (_, indent, comment) => {
      const words = comment
        .replace(/\n\s*\*\s?/g, '\n')
        .replace(/\nFormat: [\w-]+/, '')
        .replace('@description ', '')
        .split(/\n(?=@)/)[0]
        .trim()
      return words ? `${indent}/** ${words.replaceAll(/\s*\n\s*/g, ' ')} */\n` : ''
    })
