import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { type ErrorCode, problemMediaTypes } from '../errors.ts'
import { operations } from '../operations.ts'
import { type SharedParameter, sharedParameters } from '../sharedParameters.ts'
import { sharedSchemas } from '../sharedSchemas.ts'
import { describeAccess, describeErrors, errorResponseName, errorsByStatus, successDescriptions } from './describeOperation.ts'
import { canBeOmitted } from './validation.ts'

type Transform = NonNullable<FastifyDynamicSwaggerOptions['transformObject']>
type OpenApiDocument = ReturnType<Transform>

/** Rewrites a schema in the same way as the swagger plugin: `additionalProperties` for record keys, `enum` for `const`. */
function normalizeSchema(node: unknown): unknown {
  if (typeof node !== 'object' || node === null) return node
  if (Array.isArray(node)) return node.map(normalizeSchema)
  const isRecord = 'patternProperties' in node
  const entries = Object.entries(node).filter(([key]) => !(isRecord && key === 'additionalProperties'))
  const namedEntries = entries.map(([key, value]) => {
    if (key === 'patternProperties') return ['additionalProperties', Object.values(value)[0]]
    return key === 'const' ? ['enum', [value]] : [key, value]
  })
  return Object.fromEntries(namedEntries.map(([key, value]) => [key, normalizeSchema(value)]))
}

const canonicalTexts = new WeakMap<object, string>()

function canonical(node: unknown): string {
  if (typeof node !== 'object' || node === null) return JSON.stringify(node) ?? 'null'
  // Every part is compared as text, and each part contains the next. Without this cache, the innermost part would be written dozens of
  // times.
  const cachedText = canonicalTexts.get(node)
  if (cachedText !== undefined) return cachedText
  const text = Array.isArray(node)
    ? `[${node.map(canonical).join()}]`
    : `{${Object.entries(node)
        .map(([key, value]) => `${JSON.stringify(key)}:${canonical(value)}`)
        .sort()
        .join()}}`
  canonicalTexts.set(node, text)
  return text
}

const withoutDescription = ({ description: _, ...schemaFields }: { description?: unknown }) => schemaFields
const undescribed = (schema: object) => canonical(withoutDescription(schema))
// Every text has the type `string`, so a type alone doesn't show that two values mean the same.
const isDistinctive = (schema: object) => Object.keys(withoutDescription(schema)).some((key) => key !== 'type')

function indexSharedSchemas() {
  const schemas = Object.entries(sharedSchemas).map(([name, schema]) => [name, normalizeSchema(schema) as object] as const)
  const described = schemas.filter(([, schema]) => isDistinctive(schema))
  return {
    schemas,
    names: new Map(schemas.map(([name, schema]) => [canonical(schema), name])),
    namesUndescribed: new Map(described.map(([name, schema]) => [undescribed(schema), name])),
  }
}

let sharedIndex: ReturnType<typeof indexSharedSchemas> | undefined
/** The index is built for the first document, because it takes a tenth of the start. */
const loadSharedIndex = () => {
  sharedIndex ??= indexSharedSchemas()
  return sharedIndex
}

function withReferences(node: unknown, ownName?: string): unknown {
  if (typeof node !== 'object' || node === null) return node
  if (Array.isArray(node)) return node.map((each) => withReferences(each))
  const { names, namesUndescribed } = loadSharedIndex()
  const name = names.get(canonical(node))
  if (name !== undefined && name !== ownName) return { $ref: `#/components/schemas/${name}` }
  const { description } = node as { description?: unknown }
  const sharedName = typeof description === 'string' ? namesUndescribed.get(undescribed(node)) : undefined
  // JSON Schema 2020-12 allows a description beside a reference, where it replaces the description of the named schema.
  if (sharedName !== undefined && sharedName !== ownName) return { $ref: `#/components/schemas/${sharedName}`, description }
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, withReferences(value)]))
}

interface Parameter {
  name: string
  in: string
  required?: boolean
  schema?: object
}

interface OpenApiOperation {
  operationId?: string
  parameters?: Parameter[]
  requestBody?: object
  responses?: Record<string, object>
}

type Segments = Config['segments']

const inSegment = (parameter: Parameter, segments: Segments): Parameter =>
  parameter.in === 'path' && parameter.name in segments
    ? { ...parameter, schema: { ...parameter.schema, const: segments[parameter.name as keyof Segments] } }
    : parameter

function namedParameters(segments: Segments): Record<string, Parameter> {
  const describeItem = ({ in: location, name, required, schema }: SharedParameter): Parameter => {
    const { description, ...schemaFields } = normalizeSchema(schema) as { description?: string }
    return inSegment({ schema: schemaFields, in: location, name, required, ...(description ? { description } : {}) }, segments)
  }
  return Object.fromEntries(Object.entries(sharedParameters).map(([name, parameter]) => [name, describeItem(parameter)]))
}

const retryAfter = {
  description: 'Seconds to wait before another attempt; omitted if another attempt can’t succeed.',
  schema: { type: 'integer' },
}

class ErrorResponses {
  readonly responses: Record<string, object> = {}
  referenceTo(codes: ErrorCode[]): object {
    const name = errorResponseName(codes)
    this.responses[name] ??= {
      description: describeErrors(codes),
      ...(codes.includes('overloaded') ? { headers: { 'Retry-After': retryAfter } } : {}),
      content: Object.fromEntries(problemMediaTypes.map((type) => [type, { schema: { $ref: '#/components/schemas/Problem' } }])),
    }
    return { $ref: `#/components/responses/${name}` }
  }
}

/** Adds access rules, meanings of responses, and references to named parameters and error responses, which the plugin does not support. */
function describePaths(paths: object, segments: Segments, parameters: Record<string, Parameter>, errors: ErrorResponses): object {
  const operationsById = new Map(operations.map((operation) => [operation.id, operation]))
  const parameterNames = new Map(Object.entries(parameters).map(([name, parameter]) => [canonical(parameter), name]))
  const referringParameter = (parameter: Parameter) => {
    const pathParameter = inSegment(parameter, segments)
    const name = parameterNames.get(canonical(pathParameter))
    return name === undefined ? pathParameter : { $ref: `#/components/parameters/${name}` }
  }
  const describeItem = (one: OpenApiOperation) => {
    const operation = operationsById.get(one.operationId ?? '')
    if (!operation) return one
    const descriptions = successDescriptions(operation)
    const errorCodesByStatus = errorsByStatus(operation)
    const responses = Object.entries(one.responses ?? {}).map(([status, response]) => {
      const codes = errorCodesByStatus.get(Number(status))
      return [status, codes ? errors.referenceTo(codes) : { ...response, description: descriptions[status] }]
    })
    const optional = operation.body && canBeOmitted(operation.body)
    return {
      ...one,
      ...(one.parameters ? { parameters: one.parameters.map(referringParameter) } : {}),
      ...(optional ? { requestBody: { ...one.requestBody, required: false } } : {}),
      'x-access': describeAccess(operation),
      responses: Object.fromEntries(responses),
    }
  }
  return Object.fromEntries(
    Object.entries(paths).map(([path, methods]) => [
      path,
      Object.fromEntries(Object.entries(methods as object).map(([method, one]) => [method, describeItem(one as OpenApiOperation)])),
    ]),
  )
}

const sortEntries = <T>(namedEntries: Record<string, T>) =>
  Object.fromEntries(Object.entries(namedEntries).sort(([one], [other]) => (one < other ? -1 : 1)))

const shareParts =
  (segments: Segments): Transform =>
  (document) => {
    if (!('openapiObject' in document)) throw new Error('This is not OpenAPI 3')
    const { components, ...whole } = document.openapiObject
    const parameters = namedParameters(segments)
    const errors = new ErrorResponses()
    const described = { ...whole, paths: describePaths(whole.paths ?? {}, segments, parameters, errors) }
    const referringSchemas = loadSharedIndex().schemas.map(([name, schema]) => [name, withReferences(schema, name)])
    const schemas = sortEntries({ ...components?.schemas, ...Object.fromEntries(referringSchemas) })
    const parts = {
      ...components,
      parameters: withReferences(sortEntries(parameters)),
      responses: sortEntries(errors.responses),
      schemas,
    }
    return { ...(withReferences(described) as typeof described), components: parts } as OpenApiDocument
  }

export async function describeApi(app: FastifyInstance, config: Pick<Config, 'publicUrl' | 'segments'>): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Slipway',
        version: '1.0.0',
        description: 'Request, manage and decommission cloud accounts and sandboxes; get access and privileged roles for a limited time.',
      },
      servers: [{ url: config.publicUrl }],
      components: {
        securitySchemes: {
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: 'slipway-session',
            description: 'Session cookie, set at sign-in. Over https its name is __Secure-slipway-session.',
          },
          bearer: { type: 'http', scheme: 'bearer', description: 'Access token, accepted over https only.' },
          apiKey: {
            type: 'apiKey',
            in: 'header',
            name: 'x-api-key',
            description: 'API key for programs. An administrator generates it with scopes.',
          },
        },
      },
    },
    transformObject: shareParts(config.segments),
    refResolver: { buildLocalReference: (json, _base, _fragment, index) => String(json['$id'] ?? `schema${index}`) },
  })
}
