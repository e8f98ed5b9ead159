import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { describe, expect, it } from 'vitest'
import { openApiText } from '../scripts/openApiText.ts'
import { errorCodes } from '../server/errors.ts'
import { clientActions } from '../server/http/clientActions.ts'
import { clientRoutes } from '../server/http/clientRoutes.ts'
import { declaredErrors, securityOf } from '../server/http/declared.ts'
import { describeAccess } from '../server/http/describeOperation.ts'
import { openApiDocument } from '../server/http/openApiDocument.ts'
import { operations, servedOperations } from '../server/operations.ts'
import { startTestApp } from './app.ts'
import { dereference } from './dereferenced.ts'
import { openApp } from './openApp.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const readSource = (file: string) => readFileSync(path.join(root, file), 'utf8')
const features = readdirSync(path.join(root, 'server/features'), { recursive: true, encoding: 'utf8' }).map(
  (file) => `server/features/${file}`,
)
const each = operations.map((operation) => [operation.id, operation] as const)

describe('every operation', () => {
  it('has a unique ID, and a unique method and path', () => {
    const ids = operations.map(({ id }) => id)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
    const routes = operations.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '{}').toLowerCase()}`)
    expect(routes.filter((location, index) => routes.indexOf(location) !== index)).toEqual([])
  })

  it.each(each)('%s is exported under its ID from the file of that name', async (id) => {
    const files = features.filter((file) => path.basename(file) === `${id}.ts`)
    expect(files.length).toBe(1)
    const exportedOperation = (await import(path.join(root, files[0]!)))[id]
    expect(exportedOperation).toBe(servedOperations.find((operation) => operation.id === id))
  })

  it.each(each)('%s has a test next to it that names it', (id) => {
    const file = features.find((each) => path.basename(each) === `${id}.ts`)!
    const test = file.replace(/\.ts$/, '.test.ts')
    expect(existsSync(path.join(root, test)), test).toBe(true)
    expect(readSource(test)).toContain(id)
  })

  it.each(each)('%s has a one-line summary and its responses', (_id, { summary, tag, responses, access }) => {
    expect(summary).toMatch(/^[A-Z].{3,119}[^.]$/)
    expect(tag).toMatch(/^[a-z-]+$/)
    expect(access).toBeTruthy()
    expect(Object.keys(responses).length).toBeGreaterThan(0)
  })

  it.each(each)('%s limits every input, and doesn’t accept an unknown field at any level', (_id, { params, query, body, path }) => {
    expect([...listUnbounded(params, 'params'), ...listUnbounded(query, 'query'), ...listUnbounded(body, 'body')]).toEqual([])
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
    expect(Object.keys(params?.properties ?? {})).toEqual(inPath)
  })
})

describe('an operation with an answer that can lag', () => {
  const lagging = operations.filter(({ canLag }) => canLag)

  it.each(lagging.map((operation) => [operation.id, operation] as const))(
    '%s only reads, and its rows don’t decide who can call it',
    (_id, operation) => {
      const { method, access, apiKey, stepUp, preload, prepare, afterCommit, transactions } = operation
      expect(method).toBe('GET')
      expect(['signedIn', 'admin', 'adminOrAuditor']).toContain(access)
      expect([apiKey, stepUp, preload, prepare, afterCommit, transactions]).toEqual(Array(6).fill(undefined))
    },
  )

  it('is on the page about the read replica, without others', () => {
    const section = /^## Read replica\n(.*?)^## /ms.exec(readSource('docs/operations.md'))![1]!
    const named = [...section.matchAll(/`([a-z]\w+)`/g)].map(([, name]) => name!).filter((name) => operations.some(({ id }) => id === name))
    expect(named.toSorted()).toEqual(lagging.map(({ id }) => id).toSorted())
  })
})

interface Schema {
  type?: string | string[]
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
  additionalProperties?: boolean | Schema
  items?: Schema
  anyOf?: Schema[]
  allOf?: Schema[]
  [keyword: string]: unknown
}

function listUnbounded(schema: unknown, location: string): string[] {
  if (schema === undefined) return []
  const { type, properties, patternProperties, additionalProperties, items, anyOf, allOf, ...remaining } = schema as Schema
  // The format belongs to an external system, so only the size of the whole value is limited.
  if (typeof remaining['x-bounds'] === 'string') return []
  const types = [type].flat()
  const hasKeyword = (...keywords: string[]) => keywords.some((keyword) => remaining[keyword] !== undefined)
  const unlimited: string[] = []
  if (types.includes('string') && !hasKeyword('maxLength', 'format', 'pattern', 'enum', 'const'))
    unlimited.push(`${location}: text without end`)
  if (types.includes('array') && !hasKeyword('maxItems')) unlimited.push(`${location}: a list without end`)
  if (types.includes('object')) {
    const isRecord = patternProperties !== undefined || typeof additionalProperties === 'object'
    if (isRecord && !hasKeyword('maxProperties')) unlimited.push(`${location}: fields without end`)
    if (additionalProperties !== false && typeof additionalProperties !== 'object') unlimited.push(`${location}: unknown fields`)
  }
  if (types[0] === undefined && !anyOf && !allOf && !hasKeyword('enum', 'const', '$ref')) unlimited.push(`${location}: anything at all`)
  const inner: [string, unknown][] = [
    ...Object.entries(properties ?? {}),
    ...Object.values(patternProperties ?? {}).map((each) => ['*', each] as [string, unknown]),
    ...(typeof additionalProperties === 'object' ? [['*', additionalProperties] as [string, unknown]] : []),
    ...(items ? [['[]', items] as [string, unknown]] : []),
    ...[...(anyOf ?? []), ...(allOf ?? [])].map((each) => ['|', each] as [string, unknown]),
  ]
  return [...unlimited, ...inner.flatMap(([name, each]) => listUnbounded(each, `${location}.${name}`))]
}

it('finds schemas without limits at every level', () => {
  const looseSchemas = {
    type: 'object',
    properties: {
      a: { type: 'array', maxItems: 1, items: { type: 'string' } },
      b: { anyOf: [{ type: 'object', additionalProperties: false }, {}] },
    },
  }
  expect(listUnbounded(looseSchemas, 'body')).toEqual(['body: unknown fields', 'body.a.[]: text without end', 'body.b.|: anything at all'])
})

describe('a generated file', () => {
  it('is up to date: openapi.json', async () => {
    expect(openApiText(await openApiDocument()) === readSource('openapi.json'), 'run `node scripts/openapi.ts`').toBe(true)
  })

  it('is up to date: client/routes.ts', () => {
    expect(clientRoutes() === readSource('client/routes.ts'), 'run `node scripts/openapi.ts`').toBe(true)
  })

  it('is up to date: client/actionLabels.ts', () => {
    expect(clientActions() === readSource('client/actionLabels.ts'), 'run `node scripts/openapi.ts`').toBe(true)
  })
})

describe('the OpenAPI document', async () => {
  const document = (await openApiDocument()) as {
    openapi: string
    info: object
    servers: unknown[]
    paths: Record<
      string,
      Record<
        string,
        {
          operationId: string
          'x-access': string
          parameters?: { name: string; in: string; required?: boolean }[]
          responses: Record<string, unknown>
          security: unknown[]
        }
      >
    >
    components: Record<'schemas' | 'parameters' | 'responses' | 'securitySchemes', Record<string, unknown>>
  }
  const paths = dereference(document.paths, document) as typeof document.paths
  const documentedOperations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
  )

  it('has the structure of OpenAPI 3.1', () => {
    expect(document).toMatchObject({
      openapi: '3.1.0',
      info: { title: 'Slipway', version: expect.any(String) },
      servers: [{ url: expect.any(String) }],
    })
    for (const { path, parameters = [], responses } of documentedOperations) {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
      expect(parameters.filter((each) => each.in === 'path').map(({ name, required }) => [name, required])).toEqual(
        names.map((name) => [name, true]),
      )
      for (const [status, response] of Object.entries(responses)) {
        expect(status).toMatch(/^[2-5]\d\d$/)
        expect(response).toMatchObject({ description: expect.stringMatching(/^(It|The|`)/) })
      }
    }
  })

  it('has no missing reference, and no unused part', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1]!)
    const { securitySchemes: _, ...parts } = document.components
    const existingReferences = Object.entries(parts).flatMap(([kind, named]) =>
      Object.keys(named).map((name) => `#/components/${kind}/${name}`),
    )
    expect([...new Set(references)].sort()).toEqual(existingReferences.sort())
  })

  it('has the operation IDs and paths of the contract', () => {
    // Point 3 of the specification names these entity types, which have a response of their own.
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining(
        `Tower Family Account Sandbox SandboxRequest AccountRequest UserAccessRequest UserGroupAssignment AccessGroup SandboxAccessGroup
        UserSandboxAccessRequest UserSandboxGroupAssignment ApiKey PlatformFeedback PimRole ServiceCatalogueItem ResourceDto
        ResourceGroupDto VirtualNetworkDto VulnerabilitySummary VulnerabilityData KeyVaultSecret SnowIncident User`.split(/\s+/),
      ),
    )
  })

  it('declares every status and the access of each operation', () => {
    for (const operation of operations) {
      const documentedOperation = documentedOperations.find(({ operationId }) => operationId === operation.id)!
      const statuses = new Set([
        ...Object.keys(operation.responses),
        ...declaredErrors(operation).map((code) => String(errorCodes[code][0])),
      ])
      expect([operation.id, Object.keys(documentedOperation.responses).sort()]).toEqual([operation.id, [...statuses].sort()])
      expect(documentedOperation.security).toEqual(securityOf(operation))
      expect(documentedOperation['x-access']).toBe(describeAccess(operation))
    }
    expect(documentedOperations.length).toBe(operations.length)
  })

  it('has every live route, except the routes for browsers', async () => {
    const app = await startTestApp({ runJobs: false })
    const liveRoutes = new Set<string>()
    const listen = (message: unknown) => {
      const { fastify } = message as { fastify: FastifyInstance }
      fastify.addHook('onRoute', ({ method, url }) => {
        for (const each of [method].flat()) liveRoutes.add(`${each} ${url.replace(/:(\w+)(\(\^\w+\$\))?/g, '{$1}')}`)
      })
    }
    subscribe('fastify.initialization', listen)
    const open = await openApp(app).finally(() => unsubscribe('fastify.initialization', listen))
    await open.close()
    await app.close()
    const forBrowsers =
      /^(GET|HEAD) \/(app\/.*|app|reference|openapi\.json|events|auth\/login|auth\/callback)?$|^POST \/(auth\/logout|csp-reports)$/
    const reads = documentedOperations.filter(({ method }) => method === 'get').map(({ path }) => `HEAD ${path}`)
    expect(reads.filter((route) => !liveRoutes.has(route))).toEqual([])
    for (const route of reads) liveRoutes.delete(route)
    const documentedRoutes = documentedOperations.map(({ method, path }) => `${method.toUpperCase()} ${path}`)
    expect([...liveRoutes].filter((route) => !forBrowsers.test(route)).sort()).toEqual(documentedRoutes.sort())
  })
})

describe('the specification', () => {
  const list = path.join(root, '../shared/spec/operations.tsv')
  // OpenAPI requires one name for the parameter of /sandbox-access/requests/{id}, which has two in the specification.
  const sharedParameter = (location: string) => location.replace('/sandbox-access/requests/{requestId}', '/sandbox-access/requests/{id}')

  it('matches every operation of the document exactly', ({ skip }) => {
    skip(!existsSync(list), `there is no ${list}`)
    const lines = readFileSync(list, 'utf8')
      .split('\n')
      .filter((line) => line && !line.startsWith('#'))
      .map((line) => line.split('\t').map(sharedParameter))
    const mismatches: string[] = []
    for (const [, method, location, query = ''] of lines) {
      const matchingOperations = operations.filter((operation) => operation.method === method && operation.path === location)
      if (matchingOperations.length !== 1) mismatches.push(`${method} ${location}: ${matchingOperations.length}`)
      const knownParameters = Object.keys(matchingOperations[0]?.query?.properties ?? {})
      for (const name of matchingOperations[0] && query ? query.split(',') : [])
        if (!knownParameters.includes(name)) mismatches.push(`${method} ${location}: ?${name}`)
      const declared401 = /\b401\b/.test(lines.find((line) => line[1] === method && line[2] === location)?.[4] ?? '')
      if (matchingOperations[0] && declared401) expect(declaredErrors(matchingOperations[0])).toContain('unauthorised')
    }
    expect(mismatches).toEqual([])
    // An additional operation must neither reuse a path of the specification for another meaning nor shadow its operations.
    const paths = new Set(lines.map(([, method, location]) => `${method} ${location}`.toLowerCase()))
    const misspelledOperations = operations.filter(
      ({ method, path }) => paths.has(`${method} ${path}`.toLowerCase()) && !lines.some((line) => line[1] === method && line[2] === path),
    )
    expect(misspelledOperations.map(({ id }) => id)).toEqual([])
  })
})
