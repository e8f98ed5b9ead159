import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { type Example, type FindOperation, makeExamples, type Operation, type RawSchema, type Schema } from './swagger.ts'

interface Mock {
  request: { url: string; method?: string }
  response: { statusCode?: number; body?: unknown }
}

/** Calls with a response body and its type in Graph’s metadata; `[]` marks a list. */
const responses: readonly (readonly [string, string, string])[] = [
  ['GET', '/v1.0/users', 'user[]'],
  ['GET', '/v1.0/users/delta', 'user[]'],
  ['GET', '/v1.0/users/*', 'user'],
  ['GET', '/v1.0/users/*/manager', 'user'],
  ['POST', '/v1.0/users/*/checkMemberGroups', 'Edm.Guid[]'],
  ['GET', '/v1.0/users/*/mailboxSettings/automaticRepliesSetting', 'automaticRepliesSetting'],
  ['POST', '/v1.0/directoryObjects/getByIds', 'user[]'],
  ['GET', '/v1.0/groups', 'group[]'],
  ['POST', '/v1.0/groups', 'group'],
  ['GET', '/v1.0/groups/*', 'group'],
  ['GET', '/v1.0/groups/*/members', 'user[]'],
  ['GET', '/v1.0/groups/*/transitiveMembers', 'user[]'],
  ['GET', '/v1.0/directory/deletedItems/microsoft.graph.group', 'group[]'],
  ['GET', '/v1.0/servicePrincipals(appId=*)', 'servicePrincipal'],
  ['GET', '/v1.0/servicePrincipals/*/appRoleAssignedTo', 'appRoleAssignment[]'],
]

export function readGraph(samples: string, metadata: string): FindOperation {
  const { mocks } = JSON.parse(readFileSync(samples, 'utf8')) as { mocks: Mock[] }
  const typeOf = readTypes(gunzipSync(readFileSync(metadata)).toString())
  const operations = new Map<string, Operation & { pattern: RegExp; wild: number }>()
  const operation = (method: string, path: string) => {
    const id = `${method} ${path}`
    const cached = operations.get(id)
    if (cached) return cached
    const source = path.replace(/[.+?^$()|[\]\\{}]/g, '\\$&').replaceAll('*', '[^/]+')
    const newOperation = {
      id,
      method,
      version: 'v1.0',
      examples: [] as Example[],
      origin: 'own' as Operation['origin'],
      schema: undefined as Schema | undefined,
    }
    const addedOperation = { ...newOperation, pattern: new RegExp(`^${source}$`), wild: path.split('*').length }
    operations.set(id, addedOperation)
    return addedOperation
  }

  for (const { request, response } of mocks) {
    const location = request.url.replace('https://graph.microsoft.com', '')
    const example = {
      name: location,
      status: response.statusCode ?? 200,
      headers: {},
      body: lastPage(location, response.body) ?? undefined,
    }
    const { examples } = operation(request.method ?? 'GET', location.split('?')[0]!)
    if (!examples.some((each) => JSON.stringify(each) === JSON.stringify(example))) examples.push(example)
  }
  for (const [method, path, type] of responses) {
    const itemSchema = typeOf(type.replace('[]', ''))
    const raw: RawSchema = type.endsWith('[]')
      ? { type: 'object', properties: { value: { type: 'array', items: itemSchema } } }
      : itemSchema
    const cached = operation(method, path)
    cached.schema = { raw, file: metadata }
    if (cached.examples.length === 0) cached.origin = 'made'
    cached.examples.push(...makeExamples(cached.schema).map((each) => ({ ...each, body: lastPage(path, each.body) })))
  }
  const orderedOperations = [...operations.values()].sort((left, right) => left.wild - right.wild)
  return (method, path) => orderedOperations.find((each) => each.method === method && each.pattern.test(path))
}

/** Samples of delta queries show a first page; the last page has a delta link. */
function lastPage(location: string, body: unknown): unknown {
  if (!/\/delta(\?|$)/.test(location) || typeof body !== 'object' || body === null) return body
  return { ...body, '@odata.deltaLink': 'https://graph.microsoft.com/v1.0/users/delta?$deltatoken=one' }
}

const maxDepth = 3

function readTypes(csdl: string): (name: string) => RawSchema {
  const types = new Map<string, { base: string | undefined; content: string; kind: string }>()
  for (const [, kind = '', name = '', attributes = '', content = ''] of csdl.matchAll(
    /<(EntityType|ComplexType|EnumType) Name="(\w+)"([^>]*[^/])?>(.*?)<\/\1>/gs,
  ))
    if (!types.has(name)) types.set(name, { kind, base: /BaseType="graph\.(\w+)"/.exec(attributes)?.[1], content })

  function schemaOf(type: string, depth: number): RawSchema {
    const [, item] = /^Collection\((.+)\)$/.exec(type) ?? []
    if (item) return { type: 'array', items: schemaOf(item, depth) }
    if (type.startsWith('Edm.')) return primitiveSchemas[type.slice(4)] ?? { type: 'string' }
    const graphType = types.get(type.replace(/^graph\./, ''))
    if (!graphType || depth > maxDepth) return {}
    if (graphType.kind === 'EnumType')
      return { type: 'string', enum: [...graphType.content.matchAll(/<Member Name="(\w+)"/g)].map(([, name]) => name) }
    const properties = [...graphType.content.matchAll(/<Property Name="([\w]+)" Type="([\w.()]+)"([^>]*)>/g)]
    const base = graphType.base ? schemaOf(graphType.base, depth) : {}
    return {
      type: 'object',
      properties: {
        ...base.properties,
        ...Object.fromEntries(properties.map(([, name, inner]) => [name, schemaOf(inner!, depth + 1)])),
      },
      required: [
        ...(base.required ?? []),
        ...properties.filter(([, , , remaining]) => remaining!.includes('Nullable="false"')).map(([, name]) => name!),
      ],
    }
  }
  return (name) => schemaOf(name, 0)
}

const primitiveSchemas: Record<string, RawSchema> = {
  Boolean: { type: 'boolean' },
  Int16: { type: 'integer' },
  Int32: { type: 'integer' },
  Int64: { type: 'integer' },
  Double: { type: 'number' },
  Decimal: { type: 'number' },
  DateTimeOffset: { type: 'string', format: 'date-time' },
  Guid: { type: 'string', format: 'uuid' },
}
