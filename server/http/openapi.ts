import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import type { ErrorCode } from '../errors.ts'
import { operations } from '../operations.ts'
import { type SharedParameter, sharedParameters } from '../sharedParameters.ts'
import { sharedSchemas } from '../sharedSchemas.ts'
import { describeAccess, describeRefusals, refusalName, refusalsOf, successDescriptions } from './describeOperation.ts'
import { canBeOmitted } from './validation.ts'

type Transform = NonNullable<FastifyDynamicSwaggerOptions['transformObject']>
type OpenApiDocument = ReturnType<Transform>

/** Rewrites a schema as the swagger plugin does: `additionalProperties` for record keys, `enum` for `const`. */
function writtenOut(node: unknown): unknown {
  if (typeof node !== 'object' || node === null) return node
  if (Array.isArray(node)) return node.map(writtenOut)
  const isRecord = 'patternProperties' in node
  const entries = Object.entries(node).filter(([key]) => !(isRecord && key === 'additionalProperties'))
  const named = entries.map(([key, value]) => {
    if (key === 'patternProperties') return ['additionalProperties', Object.values(value)[0]]
    return key === 'const' ? ['enum', [value]] : [key, value]
  })
  return Object.fromEntries(named.map(([key, value]) => [key, writtenOut(value)]))
}

const canonicalTexts = new WeakMap<object, string>()

function canonical(node: unknown): string {
  if (typeof node !== 'object' || node === null) return JSON.stringify(node) ?? 'null'
  // Every part is compared and contains the next, so without this cache the innermost would be written dozens of times.
  const known = canonicalTexts.get(node)
  if (known !== undefined) return known
  const text = Array.isArray(node)
    ? `[${node.map(canonical).join()}]`
    : `{${Object.entries(node)
        .map(([key, value]) => `${JSON.stringify(key)}:${canonical(value)}`)
        .sort()
        .join()}}`
  canonicalTexts.set(node, text)
  return text
}

const undescribed = ({ description: _, ...rest }: { description?: unknown }) => canonical(rest)
const written = Object.entries(sharedSchemas).map(([name, schema]) => [name, writtenOut(schema) as object] as const)
const names = new Map(written.map(([name, schema]) => [canonical(schema), name]))
const namesUndescribed = new Map(written.map(([name, schema]) => [undescribed(schema), name]))

/** Replaces copies of named schemas with references, except in the schema called `itself`. */
function referring(node: unknown, itself?: string): unknown {
  if (typeof node !== 'object' || node === null) return node
  if (Array.isArray(node)) return node.map((each) => referring(each))
  const name = names.get(canonical(node))
  if (name !== undefined && name !== itself) return { $ref: `#/components/schemas/${name}` }
  const { description } = node as { description?: unknown }
  const alike = typeof description === 'string' ? namesUndescribed.get(undescribed(node)) : undefined
  // JSON Schema 2020-12 allows a description beside a reference; it replaces the named schema's own.
  if (alike !== undefined && alike !== itself) return { $ref: `#/components/schemas/${alike}`, description }
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, referring(value)]))
}

interface Parameter {
  name: string
  in: string
  required?: boolean
  schema?: object
}

interface Described {
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

/** Returns the named parameters as the swagger plugin writes them, with the description beside the schema. */
function namedParameters(segments: Segments): Record<string, Parameter> {
  const described = ({ in: place, name, required, schema }: SharedParameter): Parameter => {
    const { description, ...rest } = writtenOut(schema) as { description?: string }
    return inSegment({ schema: rest, in: place, name, required, ...(description ? { description } : {}) }, segments)
  }
  return Object.fromEntries(Object.entries(sharedParameters).map(([name, parameter]) => [name, described(parameter)]))
}

const retryAfter = { description: 'Seconds, if a later attempt can succeed.', schema: { type: 'integer' } }

/** Names refusals by their codes, so that operations with the same refusals share a response. */
class Refusals {
  readonly responses: Record<string, object> = {}
  referenceTo(codes: ErrorCode[]): object {
    const name = refusalName(codes)
    this.responses[name] ??= {
      description: describeRefusals(codes),
      ...(codes.includes('overloaded') ? { headers: { 'Retry-After': retryAfter } } : {}),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
    }
    return { $ref: `#/components/responses/${name}` }
  }
}

/** Adds access rules, meanings of responses, and references to named parameters and refusals, which the plugin does not support. */
function toText(paths: object, segments: Segments, parameters: Record<string, Parameter>, refusals: Refusals): object {
  const known = new Map(operations.map((operation) => [operation.id, operation]))
  const parameterNames = new Map(Object.entries(parameters).map(([name, parameter]) => [canonical(parameter), name]))
  const referringParameter = (parameter: Parameter) => {
    const inPlace = inSegment(parameter, segments)
    const name = parameterNames.get(canonical(inPlace))
    return name === undefined ? inPlace : { $ref: `#/components/parameters/${name}` }
  }
  const described = (one: Described) => {
    const operation = known.get(one.operationId ?? '')
    if (!operation) return one
    const descriptions = successDescriptions(operation)
    const refused = refusalsOf(operation)
    const responses = Object.entries(one.responses ?? {}).map(([status, answer]) => {
      const codes = refused.get(Number(status))
      return [status, codes ? refusals.referenceTo(codes) : { ...answer, description: descriptions[status] }]
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
      Object.fromEntries(Object.entries(methods as object).map(([method, one]) => [method, described(one as Described)])),
    ]),
  )
}

const inOrder = <T>(named: Record<string, T>) => Object.fromEntries(Object.entries(named).sort(([one], [other]) => (one < other ? -1 : 1)))

const shareParts =
  (segments: Segments): Transform =>
  (document) => {
    if (!('openapiObject' in document)) throw new Error('This is not OpenAPI 3')
    const { components, ...whole } = document.openapiObject
    const parameters = namedParameters(segments)
    const refusals = new Refusals()
    const rest = { ...whole, paths: toText(whole.paths ?? {}, segments, parameters, refusals) }
    const shared = written.map(([name, schema]) => [name, referring(schema, name)])
    const schemas = inOrder({ ...components?.schemas, ...Object.fromEntries(shared) })
    const parts = { ...components, parameters: referring(inOrder(parameters)), responses: inOrder(refusals.responses), schemas }
    return { ...(referring(rest) as typeof rest), components: parts } as OpenApiDocument
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
            description: 'Set at sign-in; named __Secure-slipway-session over https.',
          },
          bearer: { type: 'http', scheme: 'bearer', description: 'Accepted over https only.' },
          apiKey: {
            type: 'apiKey',
            in: 'header',
            name: 'x-api-key',
            description: 'For programs; created by an administrator, with scopes.',
          },
        },
      },
    },
    transformObject: shareParts(config.segments),
    refResolver: { buildLocalReference: (json, _base, _fragment, index) => String(json['$id'] ?? `schema${index}`) },
  })
}
