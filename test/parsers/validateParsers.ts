import type { ServerResponse } from 'node:http'
import { startHttpsServer } from '../../client/testServer.ts'
import { ExternalError } from '../../server/clients/externalError.ts'
import { createSend, type Send } from '../../server/clients/pipeline.ts'
import type { Call, Sample } from './calls.ts'
import { type Example, type FindOperation, type Operation, shapeOf } from './swagger.ts'
import { fieldsOf, removeField, unknownField, withOtherCase, withUnknownFields } from './variants.ts'

export interface Row {
  call: string
  operation: string
  version: string
  examples: number
  /** Number of examples for a different query than Slipway’s. */
  unfit: number
  origin: Operation['origin']
  variants: number
}

export interface Verdict {
  rows: Row[]
  needs: Map<string, Set<string>>
  unknown: Map<string, Set<string>>
  failures: string[]
}

export interface Service {
  name: string
  find: FindOperation
  version(query: URLSearchParams): string | undefined
  fits?(example: Example, operation: Operation): boolean
}

type TestResponse = Pick<Example, 'status' | 'headers' | 'body'>

interface ParserCall {
  operation: Operation | undefined
  what: string
}

const nextPage = '/next-page'

/**
 * Calls every function of a connector against a server that returns vendors’ examples for each operation, unchanged and in variants. A
 * parser fails if it throws an error that doesn’t name the missing field, or loses a required value.
 */
export async function validateParsers<C>(
  service: Service,
  create: (send: Send) => C,
  calls: Readonly<Record<string, Call<C> | string>>,
): Promise<Verdict> {
  const verdict: Verdict = { rows: [], needs: new Map(), unknown: new Map(), failures: [] }
  let current: { operation: string; answer: TestResponse; rest: TestResponse } | undefined
  let parserCalls: ParserCall[] = []
  let hasNextPage = false
  let intendedOperation: string | undefined

  const server = await startHttpsServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const url = new URL(request.url!, server.origin)
    if (url.pathname.endsWith('/$batch')) return write(response, batch(JSON.parse(text)))
    write(response, toResponse(request.method!, url))
  })
  const clock = { now: Date.now, wait: async () => {} }
  const logger = { debug() {}, info() {}, warn() {} }
  const client = create(createSend({ name: service.name, endpoint: server.origin, logger, clock, maxRetries: 0 }))

  function toResponse(method: string, url: URL): TestResponse {
    if (url.pathname === nextPage) {
      hasNextPage = true
      return local(current!.rest)
    }
    const version = service.version(url.searchParams)
    const find = (path: string) => service.find(method, path, version, intendedOperation)
    const operation = find(url.pathname) ?? find(decodeURIComponent(url.pathname))
    parserCalls.push({ operation, what: `${method} ${url.pathname}` })
    // No specification describes polling, so polls succeed. Other unknown operations return nothing.
    if (!operation) return { status: 200, headers: {}, body: { status: 'Succeeded', value: [] } }
    if (operation.id === current?.operation) return local(current.answer)
    const usualExample = operation.examples.find(({ body }) => body !== undefined) ?? operation.examples[0]!
    return local(withoutNext(usualExample))
  }

  function batch({ requests }: { requests: { id: string; method: string; url: string }[] }): TestResponse {
    const responses = requests.map(({ id, method, url }) => {
      const { status, body } = toResponse(method, new URL(`/v1.0${url}`, server.origin))
      return { id, status, headers: { 'Content-Type': 'application/json' }, ...(body === undefined ? {} : { body }) }
    })
    return { status: 200, headers: {}, body: { responses } }
  }

  function local({ status, headers, body }: TestResponse): TestResponse {
    const localHeaders = Object.entries(headers).map(([name, value]) => [name, String(value).replace(/^https:\/\/[^/]+/, server.origin)])
    return { status, headers: Object.fromEntries(localHeaders), body }
  }

  async function run(call: Call<C>, sample: Sample['body']): Promise<{ result: unknown } | { error: unknown }> {
    parserCalls = []
    hasNextPage = false
    intendedOperation = call.operation
    try {
      let result = await call.run(client, { body: sample, state: undefined })
      for (let look = 0; look < 4 && isInProgress(result); look++) result = await call.run(client, { body: sample, state: result.state })
      return { result }
    } catch (error) {
      return { error }
    }
  }

  async function validateCall(name: string, call: Call<C>, operation: Operation): Promise<void> {
    const { id, version, origin } = operation
    const row: Row = { call: name, operation: id, version, examples: 0, unfit: 0, origin, variants: 0 }
    const fail = (label: string) => void verdict.failures.push(`${name} (${operation.id}) ${label}`)
    for (const example of operation.examples) {
      const sample = withoutNext(example)
      if (service.fits?.(sample, operation) === false) {
        row.unfit++
        continue
      }
      row.examples++
      const attempt = (body: unknown, remainingResponse: TestResponse = sample) => {
        current = { operation: operation.id, answer: { ...sample, body }, rest: remainingResponse }
        return run(call, sample.body ?? {})
      }
      const complete = await attempt(sample.body)
      if ('error' in complete) {
        fail(`rejects ${example.name}: ${describe(complete.error)}`)
        continue
      }
      const findLostFacts = (result: unknown, body: unknown) => findMissingFacts(result, factsOf(call, body, operation.id))
      const lostNames = findLostFacts(complete.result, sample.body)
      if (lostNames.length > 0) fail(`loses ${lostNames.join(', ')} of ${example.name}`)
      if (typeof sample.body !== 'object' || sample.body === null) continue

      const fields = fieldsOf(sample.body, operation.schema).filter(({ required }) => !required)
      for (const siblingFields of Map.groupBy(fields, ({ path }) => path.slice(0, -1).join('.')).values())
        for (const emptyValue of ['null', 'absent'] as const) {
          row.variants += siblingFields.length
          // All optional fields of an object are removed together first, and one by one if that fails, to find the required one.
          const bareBody = siblingFields.reduce((body, { path }) => removeField(body, path, emptyValue), sample.body as unknown)
          const outcome = await attempt(bareBody)
          if (!('error' in outcome) && findLostFacts(outcome.result, bareBody).length === 0) continue
          for (const { path } of siblingFields) {
            const body = removeField(sample.body, path, emptyValue)
            const singleOutcome = await attempt(body)
            const fieldPath = path.join('.')
            if ('error' in singleOutcome) {
              if (isClear(singleOutcome.error, path.at(-1)!)) verdict.needs.set(name, (verdict.needs.get(name) ?? new Set()).add(fieldPath))
              else fail(`does not say that ${fieldPath} is ${emptyValue} in ${example.name}: ${describe(singleOutcome.error)}`)
              continue
            }
            const lostFacts = findLostFacts(singleOutcome.result, body)
            if (lostFacts.length > 0) fail(`loses ${lostFacts.join(', ')} when ${fieldPath} is ${emptyValue} in ${example.name}`)
          }
        }

      const extraOutcome = await attempt(withUnknownFields(sample.body, operation.schema))
      row.variants++
      if ('error' in extraOutcome) fail(`rejects unknown fields in ${example.name}: ${describe(extraOutcome.error)}`)
      else if (text(extraOutcome.result, unknownField) !== text(complete.result)) fail(`reads unknown fields in ${example.name}`)

      const otherCaseResult = await attempt(withOtherCase(sample.body))
      row.variants++
      if ('error' in otherCaseResult) fail(`rejects IDs in a different case in ${example.name}: ${describe(otherCaseResult.error)}`)
      else if (text(otherCaseResult.result).toLowerCase() !== text(complete.result).toLowerCase())
        fail(`reads IDs in a different case differently in ${example.name}`)

      for (const [form, body, isNextRequested] of nextForms(sample.body, operation, server.origin)) {
        const pagedResult = await attempt(body)
        row.variants++
        if ('error' in pagedResult) fail(`refuses ${form} in ${example.name}: ${describe(pagedResult.error)}`)
        else if (!isNextRequested && text(pagedResult.result) !== text(complete.result))
          fail(`reads ${form} as more pages in ${example.name}`)
        else if (isNextRequested && !call.onePage && !hasNextPage) fail(`does not follow ${form} in ${example.name}`)
      }
    }
    current = undefined
    verdict.rows.push(row)
  }

  try {
    for (const [name, call] of Object.entries(calls)) {
      if (typeof call === 'string') continue
      current = undefined
      await run(call, {})
      const operations = new Map(parserCalls.flatMap(({ operation }) => (operation ? [[operation.id, operation] as const] : [])))
      const unknownCalls = parserCalls.filter(({ operation }) => !operation).map(({ what: label }) => label)
      if (unknownCalls.length > 0) verdict.unknown.set(name, new Set(unknownCalls))
      for (const operation of operations.values()) await validateCall(name, call, operation)
    }
  } finally {
    await server.close()
  }
  return verdict
}

function write(response: ServerResponse, { status, headers, body }: TestResponse): void {
  const isEmpty = body === undefined || status === 204
  response
    .writeHead(status, { ...headers, ...(isEmpty ? {} : { 'content-type': 'application/json' }) })
    .end(isEmpty ? '' : JSON.stringify(body))
}

const isInProgress = (result: unknown): result is { state: string } =>
  typeof result === 'object' && result !== null && 'done' in result && result.done === false

function isClear(error: unknown, field: string): boolean {
  return error instanceof ExternalError && error.code === 'unexpectedAnswer' && error.message.includes(field)
}

function describe(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
}

const lists = ['value', 'items', 'data', 'Items']
const nextNames = ['nextLink', '@odata.nextLink', 'NextPageLink']

type Fields = Record<string, unknown>
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)

function withoutNext({ status, headers, body, name }: Example): Example {
  if (!isFields(body)) return { name, status, headers, body }
  const bodyWithoutNext = Object.fromEntries(Object.entries(body).filter(([field]) => !nextNames.includes(field) && field !== '$skipToken'))
  if (isFields(bodyWithoutNext.properties) && 'nextLink' in bodyWithoutNext.properties)
    bodyWithoutNext.properties = { ...bodyWithoutNext.properties, nextLink: null }
  return { name, status, headers, body: bodyWithoutNext }
}

/** Builds the response with a next link in each form, and says whether it is such a response. */
function nextForms(body: unknown, { schema, id }: Operation, origin: string): [string, unknown, boolean][] {
  if (!isFields(body)) return []
  const fields = shapeOf(schema)?.fields
  const inner = fields?.get('properties')
  const graph = id.includes(' /v1.0/') && Array.isArray(body.value)
  const name = graph ? '@odata.nextLink' : nextNames.find((each) => fields?.has(each))
  const isInside = !name && shapeOf(inner)?.fields.has('nextLink')
  if (!name && !isInside) return []
  const put = (link: string | null) =>
    isInside ? { ...body, properties: { ...(body.properties as Fields), nextLink: link } } : { ...body, [name!]: link }
  const linkName = name ?? 'properties.nextLink'
  return [
    [`${linkName} null`, put(null), false],
    [`${linkName} ''`, put(''), false],
    [`${linkName} absolute`, put(`${origin}${nextPage}?$skiptoken=a%2Bb`), true],
    [`${linkName} relative`, put(`${nextPage}?$skiptoken=a%2Bb`), true],
  ]
}

/** Values that the result must contain: as declared by the call, or the ID or name of each object. */
function factsOf<C>({ keeps }: Call<C>, body: unknown, operation: string): unknown[] {
  const input = body as Fields
  if (keeps) return tryRead(() => keeps(input, operation)).filter((fact) => fact !== undefined && fact !== null)
  const list = Array.isArray(body) ? body : lists.map((name) => input?.[name]).find(Array.isArray)
  return (list ?? [input]).flatMap((each: unknown) => {
    const fact = isFields(each) ? (each.id ?? each.name) : undefined
    return typeof fact === 'string' || typeof fact === 'number' ? [fact] : []
  })
}

function tryRead(readValues: () => unknown[]): unknown[] {
  try {
    return readValues()
  } catch {
    return []
  }
}

function findMissingFacts(result: unknown, facts: readonly unknown[]): string[] {
  const all = text(result).toLowerCase()
  return [...new Set(facts.map((fact) => JSON.stringify(fact)))].filter((fact) => !all.includes(fact.toLowerCase().replace(/^"|"$/g, '')))
}

function text(result: unknown, left?: string): string {
  return (
    JSON.stringify(result, (name, value: unknown) => {
      if (name === left) return undefined
      if (value instanceof Map) return [...value]
      if (value instanceof Set) return [...value]
      if (value instanceof ExternalError) return value.message
      return value
    }) ?? 'undefined'
  )
}
