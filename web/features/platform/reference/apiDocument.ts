import { queryOptions } from '@tanstack/react-query'

/** The subset of JSON Schema that the API description uses. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  format?: string
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  additionalProperties?: boolean | Schema
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  default?: unknown
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  uniqueItems?: boolean
}

interface Content {
  content?: Record<string, { schema?: Schema }>
}

type ResponseContent = Content & { description: string }

interface Reference {
  $ref: string
}

interface Parameter {
  name: string
  in: 'path' | 'query' | 'header' | 'cookie'
  required?: boolean
  description?: string
  schema: Schema
}

interface DescribedOperation {
  operationId: string
  'x-access': string
  summary?: string
  description?: string
  tags?: string[]
  security?: Record<string, string[]>[]
  parameters?: (Parameter | Reference)[]
  requestBody?: Content & { required?: boolean }
  responses: Record<string, ResponseContent | Reference>
}

export interface ApiDocument {
  info: { title: string; version: string; description?: string }
  servers?: { url: string }[]
  paths: Record<string, Record<string, DescribedOperation>>
  components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter>; responses: Record<string, ResponseContent> }
}

export interface ApiOperation {
  id: string
  method: string
  path: string
  tag: string
  summary: string
  description: string
  needs: 'signIn' | 'key' | 'nothing'
  access: string
  parameters: Parameter[]
  body: Schema | undefined
  responses: { status: number; description: string; body: Schema | undefined }[]
}

const bodyOf = (content: Content | undefined) => content?.content?.['application/json']?.schema

function requirementsOf(security: Record<string, string[]>[]): ApiOperation['needs'] {
  if (security.length === 0) return 'nothing'
  return security.some((item) => 'bearer' in item) ? 'signIn' : 'key'
}

/** @throws if a reference names a component that the document doesn’t have */
function partOf<T extends object>(part: T | Reference, namedParts: Record<string, T>): T {
  if (!('$ref' in part)) return part
  const result = namedParts[nameIn(part.$ref)]
  if (!result) throw new Error(`The API description has no ${part.$ref}.`)
  return result
}

const nameIn = (reference: string) => reference.slice(reference.lastIndexOf('/') + 1)

export function operationsOf({ paths, components }: ApiDocument): ApiOperation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, item]) => ({
      id: item.operationId,
      method: method.toUpperCase(),
      path,
      tag: item.tags?.[0] ?? 'other',
      summary: item.summary ?? item.operationId,
      description: item.description ?? '',
      needs: requirementsOf(item.security ?? []),
      access: item['x-access'],
      parameters: (item.parameters ?? []).map((parameter) => partOf(parameter, components.parameters)),
      body: bodyOf(item.requestBody),
      responses: Object.entries(item.responses)
        .map(([status, response]) => {
          const answer = partOf(response, components.responses)
          return { status: Number(status), description: answer.description, body: bodyOf(answer) }
        })
        .sort((a, b) => a.status - b.status),
    })),
  )
}

export function filterOperations(operations: readonly ApiOperation[], query: string): ApiOperation[] {
  const terms = query.toLowerCase().split(/\s+/).filter(Boolean)
  return operations.filter(({ id, method, path, tag, summary, description }) => {
    const text = `${id} ${method} ${path} ${tag} ${summary} ${description}`.toLowerCase()
    return terms.every((term) => text.includes(term))
  })
}

/** Resolves a reference and returns its name. A reference to a simple type has no name, because the type says more. */
export function resolveSchema(schema: Schema, { components }: ApiDocument): { schema: Schema; name: string | undefined } {
  if (schema.$ref === undefined) return { schema, name: undefined }
  const name = nameIn(schema.$ref)
  const result = components.schemas[name] ?? schema
  return { schema: result, name: result.type === 'object' ? name : undefined }
}

export const apiDocument = () =>
  queryOptions({
    queryKey: ['openapi'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<ApiDocument> => {
      const response = await fetch('/openapi.json', { signal })
      if (!response.ok) throw new Error(`Couldn’t load the API description (status ${response.status}).`)
      return response.json()
    },
  })
