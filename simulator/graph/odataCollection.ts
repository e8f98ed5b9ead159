import type { FastifyRequest } from 'fastify'
import type { Simulator } from '../core/simulator.ts'
import { badRequest, GraphError, unsupportedQuery } from './graphError.ts'
import { parseFilter, unknownProperty } from './odataFilter.ts'
import { parseSearch } from './odataSearch.ts'
import { type Resource, type ResourceType, typeOf } from './resourceTypes.ts'

const defaultPage = 100
const largestPage = 999
const pageTokenMs = 3_600_000

const supportedOptions = ['$filter', '$search', '$select', '$top', '$orderby', '$count', '$skiptoken']

export interface CollectionSource {
  resources: Resource[]
  type: ResourceType
  set:
    | 'users'
    | 'groups'
    | 'directoryObjects'
    | 'servicePrincipals'
    | `servicePrincipals('${string}')/appRole${'AssignedTo' | 'Assignments'}`
}

/**
 * Supports $filter, $search, $orderby, $select, $top, $count and paging by $skiptoken.
 * @throws GraphError 400 for queries that the directory rejects
 */
export function collectionPage(sim: Simulator, request: FastifyRequest, source: CollectionSource): object {
  const query = readQuery(request)
  const { matching, eventual: isEventual } = matchingResources(request, query, source)
  const size = pageSize(query.$top)
  const offset = query.$skiptoken === undefined ? 0 : readPageToken(sim, query.$skiptoken)
  const select = readSelect(query.$select, source.type)
  const next = offset + size < matching.length ? nextLink(sim, request, pageToken(sim, offset + size)) : undefined
  return {
    '@odata.context': contextOf(sim, source.set, query.$select),
    ...(isEventual && query.$count === 'true' && offset === 0 ? { '@odata.count': matching.length } : {}),
    ...(next ? { '@odata.nextLink': next } : {}),
    value: matching.slice(offset, offset + size).map((resource) => project(resource, select, source.type)),
  }
}

/** The directory supports `…/$count` for eventual reads only. */
export function collectionCount(request: FastifyRequest, source: CollectionSource): string {
  const { matching, eventual: isEventual } = matchingResources(request, readQuery(request), source)
  if (!isEventual) throw badRequest('$count is not currently supported.')
  return String(matching.length)
}

export function singleResource(sim: Simulator, request: FastifyRequest, resource: Resource, set: CollectionSource['set']): object {
  const { $select } = readQuery(request)
  const type = typeOf(resource)
  const projected = project(resource, readSelect($select, type), type)
  return {
    '@odata.context': `${contextOf(sim, set, $select)}/$entity`,
    ...(set === 'directoryObjects' ? { '@odata.type': resource['@odata.type'] } : {}),
    ...projected,
  }
}

type Query = Partial<Record<string, string>>

function readQuery(request: FastifyRequest): Query {
  const query = request.query as Record<string, string | string[]>
  for (const [name, value] of Object.entries(query)) {
    if (Array.isArray(value)) throw new GraphError(400, 'BadRequest', `Query parameter '${name}' is specified more than once.`)
    if (name.startsWith('$') && !supportedOptions.includes(name)) throw unsupportedQuery(`'${name}' is not supported by the service.`)
  }
  return query as Query
}

function matchingResources(
  request: FastifyRequest,
  query: Query,
  { resources, type }: CollectionSource,
): { matching: Resource[]; eventual: boolean } {
  const isEventual = String(request.headers.consistencylevel).toLowerCase() === 'eventual'
  const isAdvanced = isEventual && (query.$count === 'true' || request.url.includes('/$count'))
  let matching = resources
  if (query.$search !== undefined) {
    if (!isEventual) {
      throw unsupportedQuery(
        "Request with $search query parameter only works through MSGraph with a special request header: 'ConsistencyLevel: eventual'",
      )
    }
    matching = matching.filter(parseSearch(query.$search, type))
  }
  if (query.$filter !== undefined) matching = matching.filter(parseFilter(query.$filter, type, isAdvanced))
  if (query.$orderby !== undefined) {
    if (!isAdvanced && (query.$filter ?? query.$search) !== undefined) throw unsupportedQuery('Sorting not supported for current query.')
    matching = matching.toSorted(compareBy(query.$orderby, type))
  }
  return { matching, eventual: isEventual }
}

function compareBy(text: string, type: ResourceType): (a: Resource, b: Resource) => number {
  const [, property, direction] = /^\s*([A-Za-z]+)(?:\s+(asc|desc))?\s*$/.exec(text) ?? []
  if (property === undefined) throw new GraphError(400, 'BadRequest', `Syntax error in '${text}'.`)
  if (!type.properties.includes(property)) throw unknownProperty(property, type)
  const sign = direction === 'desc' ? -1 : 1
  const collator = new Intl.Collator('en', { sensitivity: 'base' })
  return (a, b) => sign * collator.compare(String(a[property] ?? ''), String(b[property] ?? ''))
}

function readSelect(text: string | undefined, type: ResourceType): string[] | undefined {
  if (text === undefined) return undefined
  const names = text.split(',').map((name) => name.trim())
  const unselectableName = names.find((name) => !type.properties.includes(name))
  if (unselectableName !== undefined) {
    throw new GraphError(400, 'BadRequest', `Parsing OData Select and Expand failed: ${unknownProperty(unselectableName, type).message}`)
  }
  return names
}

function project(resource: Resource, select: string[] | undefined, type: ResourceType): Record<string, unknown> {
  const resourceType = typeOf(resource)
  const names = select?.filter((name) => resourceType.properties.includes(name)) ?? resourceType.defaults
  return {
    ...(type.name === 'directoryObject' ? { '@odata.type': resource['@odata.type'] } : {}),
    ...Object.fromEntries(names.map((name) => [name, resource[name] ?? null])),
  }
}

function contextOf(sim: Simulator, set: string, select: string | undefined): string {
  return `${sim.origins.graph}/v1.0/$metadata#${set}${select === undefined ? '' : `(${select})`}`
}

function pageSize(top: string | undefined): number {
  if (top === undefined) return defaultPage
  const size = Number(top)
  if (!Number.isInteger(size) || size < 1 || size > largestPage) {
    throw badRequest(`Invalid page size specified: '${top}'. Must be between 1 and ${largestPage} inclusive.`)
  }
  return size
}

function pageToken(sim: Simulator, offset: number): string {
  return Buffer.from(JSON.stringify({ offset, issued: sim.clock.now().getTime() })).toString('base64url')
}

function readPageToken(sim: Simulator, token: string): number {
  const expiredTokenError = new GraphError(
    400,
    'Directory_ExpiredPageToken',
    'The specified page token value has expired and can no longer be included in your request.',
  )
  let decodedToken: { offset?: unknown; issued?: unknown }
  try {
    decodedToken = JSON.parse(Buffer.from(token, 'base64url').toString())
  } catch {
    throw expiredTokenError
  }
  if (typeof decodedToken.offset !== 'number' || typeof decodedToken.issued !== 'number') throw expiredTokenError
  if (decodedToken.issued + pageTokenMs < sim.clock.now().getTime()) throw expiredTokenError
  return decodedToken.offset
}

function nextLink(sim: Simulator, request: FastifyRequest, token: string): string {
  const url = new URL(request.url, sim.origins.graph)
  url.searchParams.delete('$skiptoken')
  url.searchParams.append('$skiptoken', token)
  return url.href.replaceAll('%24', '$')
}
