import { openapiJson } from '@cedi/contract/generated/openapi'

/** The supported part of a JSON Schema. */
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

/** The supported part of an OpenAPI operation. */
export interface OperationObject {
  readonly operationId?: string
  readonly summary?: string
  readonly 'x-scope'?: string
  readonly parameters?: readonly { readonly $ref?: string; readonly name?: string; readonly schema?: Schema }[]
  readonly requestBody?: unknown
  readonly responses?: Readonly<Record<string, unknown>>
}

/** The supported part of an OpenAPI document. */
export interface Description {
  readonly openapi: string
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
  readonly 'x-public-surfaces'?: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>
  }
}

/** The OpenAPI document of the contract. */
export const description: Description = JSON.parse(openapiJson) as Description

/** Schemas of the API and of the public routes, by name. */
export const schemas: Readonly<Record<string, Schema>> = {
  ...description.components.schemas,
  ...description['x-public-surfaces']?.schemas,
}

/** Resolves a JSON Pointer such as `#/components/schemas/Amount` in a document. */
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

/** Resolves the `$ref` of a schema. */
export function resolve(schema: Schema, document: unknown = description): Schema {
  if (!schema.$ref) return schema
  const target = at(document, schema.$ref) as Schema | undefined
  const { $ref, ...siblings } = schema
  return target ? { ...resolve(target, document), ...siblings } : siblings
}

/** Returns the name of the schema that a `$ref` points to. */
export const getSchemaName = (schema: Schema): string | undefined => schema.$ref?.split('/').at(-1)
