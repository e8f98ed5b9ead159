import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

export interface RawSchema {
  $ref?: string
  type?: string
  format?: string
  enum?: unknown[]
  properties?: Record<string, RawSchema>
  required?: string[]
  allOf?: RawSchema[]
  items?: RawSchema
  additionalProperties?: RawSchema | boolean
}
interface RawOperation {
  operationId?: string
  parameters?: RawParameter[]
  responses?: Record<string, { $ref?: string; schema?: RawSchema }>
  'x-ms-examples'?: Record<string, { $ref: string }>
}
interface RawParameter {
  $ref?: string
  name?: string
  in?: string
  'x-ms-skip-url-encoding'?: boolean
}
interface RawFile {
  info?: { version?: string }
  paths?: Record<string, Record<string, RawOperation>>
  'x-ms-paths'?: Record<string, Record<string, RawOperation>>
}

export interface Schema {
  raw: RawSchema
  file: string
}

export interface Shape {
  type: string | undefined
  format: string | undefined
  values: unknown[] | undefined
  fields: Map<string, Schema>
  required: Set<string>
  items: Schema | undefined
  entries: Schema | undefined
}

export interface Example {
  name: string
  status: number
  headers: Record<string, string>
  body: unknown
}

export interface Operation {
  id: string
  method: string
  version: string
  examples: Example[]
  /** The source of the examples: the operation’s own, another operation with the same response, or generated from the description. */
  origin: 'own' | 'other' | 'made'
  schema: Schema | undefined
}

interface Route extends Operation {
  pattern: RegExp
  /** The number is higher for less specific paths. The most specific route wins. */
  looseness: number
}

/** @param intendedId the operation’s ID, if several operations share a path and differ in their query */
export type FindOperation = (method: string, path: string, version: string | undefined, intendedId?: string) => Operation | undefined

const files = new Map<string, unknown>()
const readJson = <T>(file: string): T => {
  if (!files.has(file)) files.set(file, JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, '')))
  return files.get(file) as T
}

export function readSwagger(folder: string, isIncluded: (file: string) => boolean = () => true): FindOperation {
  const routes = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json') && !/examples\//i.test(file) && isIncluded(file))
    .flatMap((file) => routesOf(path.join(folder, file)))
    .sort((left, right) => left.looseness - right.looseness)
  for (const route of routes) addExamples(route, routes)
  return (method, path, version, intendedId) => {
    const onPath = routes.filter((route) => route.method === method && route.pattern.test(path))
    const named = onPath.filter(({ id }) => id === intendedId)
    const fitting = named.length > 0 ? named : onPath
    const bestRoutes = fitting.filter(({ looseness }) => looseness === fitting[0]!.looseness)
    // If the API version that Slipway uses isn’t available, the newest version is used.
    return bestRoutes.find((route) => route.version === version) ?? bestRoutes.sort((a, b) => b.version.localeCompare(a.version))[0]
  }
}

function routesOf(file: string): Route[] {
  const { info, paths = {}, 'x-ms-paths': additional = {} } = readJson<RawFile>(file)
  return Object.entries({ ...paths, ...additional }).flatMap(([template, methods]) =>
    Object.entries(methods).flatMap(([method, operation]): Route[] => {
      const pathTemplate = template.split('?')[0]!
      if (!operation.responses || /^\/?\{[^}]+\}$/.test(pathTemplate) || pathTemplate.includes('{parentResourcePath}')) return []
      const parameters = (operation.parameters ?? []).map((each) =>
        each.$ref ? resolveReference<RawParameter>({ raw: each, file }).raw : each,
      )
      const wideParameters = new Set(parameters.filter((each) => each['x-ms-skip-url-encoding']).map(({ name }) => name))
      const id = operation.operationId ?? `${method} ${template}`
      const schema = schemaOf(operation, file)
      const examples = Object.values(operation['x-ms-examples'] ?? {}).flatMap(({ $ref }) =>
        readExample(path.resolve(path.dirname(file), $ref)),
      )
      return [
        {
          id,
          method: method.toUpperCase(),
          version: info?.version ?? '',
          examples,
          origin: 'own',
          schema,
          ...patternOf(pathTemplate, wideParameters),
        },
      ]
    }),
  )
}

/** An operation without examples gets the examples of another one with the same response, or a generated example. */
function addExamples(route: Route, allRoutes: readonly Route[]): void {
  if (route.examples.length > 0) return
  const { raw, file } = route.schema ?? {}
  const sameRoute =
    raw?.$ref && allRoutes.find((each) => each.origin === 'own' && each.examples.length > 0 && isSame(each.schema, raw.$ref!, file!))
  route.origin = sameRoute ? 'other' : 'made'
  route.examples = sameRoute ? sameRoute.examples.filter(({ body }) => body !== undefined) : makeExamples(route.schema)
}

const isSame = (schema: Schema | undefined, reference: string, file: string) => schema?.raw.$ref === reference && schema.file === file

function patternOf(template: string, wideParameters: ReadonlySet<string | undefined>): { pattern: RegExp; looseness: number } {
  let looseness = 0
  const source = template.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\/?\{([^}]+)\}/g, (placeholder, name: string) => {
    const isWide = wideParameters.has(name) || /^(scope|resourceUri|resourceId)$/i.test(name)
    looseness += isWide ? 100 : 1
    return isWide ? '/?.*' : `${placeholder.startsWith('/') ? '/' : ''}[^/]+`
  })
  return { pattern: new RegExp(`^${source}/?$`, 'i'), looseness }
}

function schemaOf({ responses = {} }: RawOperation, file: string): Schema | undefined {
  const successResponses = Object.entries(responses)
    .filter(([status]) => /^2/.test(status))
    .sort(([left], [right]) => left.localeCompare(right))
  for (const [, response] of successResponses) {
    const resolvedResponse = response.$ref
      ? resolveReference<{ $ref?: string; schema?: RawSchema }>({ raw: response, file })
      : { raw: response, file }
    if (resolvedResponse.raw.schema) return { raw: resolvedResponse.raw.schema, file: resolvedResponse.file }
  }
  return undefined
}

function readExample(file: string): Example[] {
  const existingFile = inAnyCase(file)
  if (!existingFile) return [] // The description of Azure DevOps names examples that aren’t available.
  const { responses } = readJson<{ responses?: Record<string, { headers?: Record<string, string>; body?: unknown }> }>(existingFile)
  return Object.entries(responses ?? {})
    .filter(([status]) => /^2/.test(status))
    .map(([status, { headers = {}, body }]) => ({ name: path.basename(file, '.json'), status: Number(status), headers, body }))
}

/** The description of Azure DevOps is inconsistent in the case of example folders. */
function inAnyCase(file: string): string | undefined {
  const folder = path.dirname(file)
  const parent = path.dirname(folder)
  if (!existsSync(parent)) return undefined
  const folders = readdirSync(parent).filter((name) => name.toLowerCase() === path.basename(folder).toLowerCase())
  return folders
    .flatMap((name) => readdirSync(path.join(parent, name)).map((each) => path.join(parent, name, each)))
    .find((each) => path.basename(each).toLowerCase() === path.basename(file).toLowerCase())
}

function resolveReference<T extends { $ref?: string }>({ raw, file }: { raw: T; file: string }): { raw: T; file: string } {
  let at = { raw, file }
  while (at.raw.$ref) {
    const [where = '', pointer = ''] = at.raw.$ref.split('#')
    const target = where ? path.resolve(path.dirname(at.file), where) : at.file
    const referenced = pointer
      .split('/')
      .slice(1)
      .reduce<unknown>((value, part) => (value as Record<string, unknown>)[part.replaceAll('~1', '/')], readJson(target))
    at = { raw: referenced as T, file: target }
  }
  return at
}

export function shapeOf(schema: Schema | undefined): Shape | undefined {
  if (!schema) return undefined
  const { raw, file } = resolveReference(schema)
  const { type, format, enum: values, properties = {}, required = [], allOf = [], items, additionalProperties } = raw
  const shape: Shape = {
    type,
    format,
    values,
    fields: new Map(Object.entries(properties).map(([name, each]) => [name, { raw: each, file }])),
    required: new Set(required),
    items: items && { raw: items, file },
    entries: typeof additionalProperties === 'object' ? { raw: additionalProperties, file } : undefined,
  }
  for (const part of allOf) {
    const inner = shapeOf({ raw: part, file })
    for (const [name, field] of inner?.fields ?? []) if (!shape.fields.has(name)) shape.fields.set(name, field)
    for (const name of inner?.required ?? []) shape.required.add(name)
    shape.type ??= inner?.type
    shape.values ??= inner?.values
    shape.items ??= inner?.items
    shape.entries ??= inner?.entries
  }
  return shape
}

const maxDepth = 6

export function makeExamples(schema: Schema | undefined): Example[] {
  if (!schema) return [{ name: 'an empty answer', status: 204, headers: {}, body: undefined }]
  return [{ name: 'made from the description', status: 200, headers: {}, body: buildExample(schema, 0) }]
}

function buildExample(schema: Schema, depth: number): unknown {
  const { type, format, values, fields, items, entries } = shapeOf(schema)!
  if (values?.[0] !== undefined) return values[0]
  if (type === 'array') return items && depth < maxDepth ? [buildExample(items, depth + 1)] : []
  if (fields.size > 0) {
    if (depth >= maxDepth) return {}
    return Object.fromEntries([...fields].map(([name, field]) => [name, buildExample(field, depth + 1)]))
  }
  if (entries) return depth < maxDepth ? { key: buildExample(entries, depth + 1) } : {}
  if (type === 'integer' || type === 'number') return 1
  if (type === 'boolean') return true
  if (type === 'string')
    return format === 'date-time' ? '2026-11-21T08:00:00Z' : format === 'uuid' ? '7d1f2c4e-0b7a-4c58-9a52-6d1a5d0f1b2c' : 'text'
  return {}
}
