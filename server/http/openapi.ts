import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { operations } from '../operations.ts'
import { sharedSchemas } from '../sharedSchemas.ts'
import { answerWords, whoMayCall } from './describeOperation.ts'
import { mayBeLeftOut } from './validation.ts'

type Transform = NonNullable<FastifyDynamicSwaggerOptions['transformObject']>
type OpenApiDocument = ReturnType<Transform>

/** A schema as the swagger plugin writes it out: with `additionalProperties` for the patterns of a record's keys. */
function writtenOut(node: unknown): unknown {
  if (typeof node !== 'object' || node === null) return node
  if (Array.isArray(node)) return node.map(writtenOut)
  const isRecord = 'patternProperties' in node
  const entries = Object.entries(node).filter(([key]) => !(isRecord && key === 'additionalProperties'))
  const named = entries.map(([key, value]) =>
    key === 'patternProperties' ? ['additionalProperties', Object.values(value)[0]] : [key, value],
  )
  return Object.fromEntries(named.map(([key, value]) => [key, writtenOut(value)]))
}

const names = new Map(Object.entries(sharedSchemas).map(([name, schema]) => [JSON.stringify(writtenOut(schema)), name]))

/** The same with a reference wherever a shared schema is written out, save for the one called `itself`. */
function referring(node: unknown, itself?: string): unknown {
  if (typeof node !== 'object' || node === null) return node
  if (Array.isArray(node)) return node.map((each) => referring(each))
  const name = names.get(JSON.stringify(node))
  if (name !== undefined && name !== itself) return { $ref: `#/components/schemas/${name}` }
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, referring(value)]))
}

interface Described {
  operationId?: string
  parameters?: { name: string; schema?: object }[]
  requestBody?: object
  responses?: Record<string, object>
}

/** Puts into words who may call each operation and what its answers mean, and names the configured segments; the plugin knows none of it. */
function inWords(paths: object, segments: Record<string, string>): object {
  const known = new Map(operations.map((operation) => [operation.id, operation]))
  const described = (one: Described) => {
    const operation = known.get(one.operationId ?? '')
    if (!operation) return one
    const words = answerWords(operation)
    const responses = Object.entries(one.responses ?? {}).map(([status, answer]) => [status, { ...answer, description: words[status] }])
    const parameters = one.parameters?.map((each) =>
      each.name in segments ? { ...each, schema: { ...each.schema, const: segments[each.name] } } : each,
    )
    const optional = operation.body && mayBeLeftOut(operation.body)
    return {
      ...one,
      ...(parameters ? { parameters } : {}),
      ...(optional ? { requestBody: { ...one.requestBody, required: false } } : {}),
      'x-access': whoMayCall(operation),
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

const shareSchemas =
  (segments: Config['segments']): Transform =>
  (document) => {
    if (!('openapiObject' in document)) throw new Error('This is not OpenAPI 3')
    const { components, ...written } = document.openapiObject
    const rest = { ...written, paths: inWords(written.paths ?? {}, segments) }
    const shared = Object.entries(sharedSchemas).map(([name, schema]) => [name, referring(writtenOut(schema), name)])
    const schemas = { ...components?.schemas, ...Object.fromEntries(shared) }
    return { ...(referring(rest) as typeof rest), components: { ...components, schemas } } as OpenApiDocument
  }

/** The contract as OpenAPI 3.1, made from the operations' own schemas. */
export async function describeApi(app: FastifyInstance, config: Pick<Config, 'publicUrl' | 'segments'>): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Slipway',
        version: '1.0.0',
        description:
          'Request, run and retire cloud accounts and sandboxes; get access and privileged roles for as long as they are needed.',
      },
      servers: [{ url: config.publicUrl }],
      components: {
        securitySchemes: {
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: 'slipway-session',
            description: 'Set by signing in; named __Secure-slipway-session over https.',
          },
          bearer: { type: 'http', scheme: 'bearer', description: 'Refused unless https.' },
          apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'For programs; made by an administrator, with scopes.' },
        },
      },
    },
    transformObject: shareSchemas(config.segments),
    refResolver: { buildLocalReference: (json, _base, _fragment, index) => String(json['$id'] ?? `schema${index}`) },
  })
}
