import { openapiJson } from '@cedi/contract/generated/openapi'

/** A JSON Schema, as far as it is read here. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly additionalProperties?: boolean | Schema
  readonly 'x-decision'?: string
  readonly 'x-status'?: Readonly<Record<string, number>>
  readonly 'x-meaning'?: Readonly<Record<string, string>>
}

/** An operation of the description, as far as it is read here. */
export interface OperationObject {
  readonly operationId?: string
  readonly summary?: string
  readonly 'x-scope'?: string
  readonly parameters?: readonly { readonly $ref?: string; readonly name?: string; readonly schema?: Schema }[]
  readonly requestBody?: unknown
  readonly responses?: Readonly<Record<string, unknown>>
}

/** The description of the API, as far as it is read here. */
export interface Description {
  readonly openapi: string
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
  readonly 'x-public-surfaces'?: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>
  }
}

/** Our own description. */
export const description: Description = JSON.parse(openapiJson) as Description

/** The schemas of the API and of the public routes, by name. */
export const schemas: Readonly<Record<string, Schema>> = {
  ...description.components.schemas,
  ...description['x-public-surfaces']?.schemas,
}

/** What a JSON Pointer such as `#/components/schemas/Amount` leads to, in any document. */
export function at(document: unknown, pointer: string): unknown {
  return pointer
    .slice(2)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>(
      (found, name) =>
        typeof found === 'object' && found !== null ? (found as Record<string, unknown>)[name] : undefined,
      document,
    )
}

/** A schema with its `$ref` followed. */
export function resolve(schema: Schema, document: unknown = description): Schema {
  if (!schema.$ref) return schema
  const target = at(document, schema.$ref) as Schema | undefined
  const { $ref, ...beside } = schema
  return target ? { ...resolve(target, document), ...beside } : beside
}

/** The name of the schema that a `$ref` leads to. */
export const nameOf = (schema: Schema): string | undefined => schema.$ref?.split('/').at(-1)
