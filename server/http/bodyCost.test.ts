import type { TSchema } from 'typebox'
import { describe, expect, it } from 'vitest'
import { operations } from '../operations.ts'
import type { Shape } from './normalize.ts'
import { checkBody, maxDepth, maxValues } from './readJson.ts'
import { type InvalidInput, validatorCompiler } from './validation.ts'

const megabyte = 1_048_576
const maxMs = 50
/** The limit is a multiple of the time that JSON alone takes at that moment. */
const maxRoundTrips = 6

/**
 * Processor time of this thread in milliseconds, without other processes. The minimum of three attempts is used, to leave out garbage
 * collection.
 */
function cost(run: () => unknown, enoughMs = maxMs / 2): number {
  let lowestMs = Number.POSITIVE_INFINITY
  for (let round = 0; round < 3 && lowestMs > enoughMs; round++) {
    const usageBefore = process.threadCpuUsage()
    run()
    const { user, system } = process.threadCpuUsage(usageBefore)
    lowestMs = Math.min(lowestMs, (user + system) / 1_000)
  }
  return lowestMs
}

const isSlow = (ms: number) => ms >= maxMs && ms >= maxRoundTrips * cost(() => JSON.parse(JSON.stringify(parsed.object[0])), 0)

/** Repeats an item as often as the limits of one megabyte and on values allow. `#` becomes a different number in each repetition. */
function repeatItem(item: string): string {
  const each = 1 + (item.match(/[,[{]/g)?.length ?? 0)
  const count = Math.min(Math.floor((maxValues - 10) / each), Math.floor(megabyte / (item.length + 6)))
  return Array.from({ length: count }, (_, index) => item.replaceAll('#', String(index))).join()
}

const lists = ['0', '""', '{}', '[]', 'null', '#', '"#"', '"\u{1f4a5}"', '{"a#":0}', '{"__#":{}}', '[[]]', '1e308', `"${'a'.repeat(40)}"`]
const deeplyNested = `${'['.repeat(maxDepth - 12)}${']'.repeat(maxDepth - 12)}`
const payloads = {
  text: ['a', 'A', '0', '-', 'a.', 'A-', ' ', '\\n', '@a.', '\u{1f4a5}'].map(
    (unit) => `"${unit.repeat(megabyte / new TextEncoder().encode(unit).length - 2)}!"`,
  ),
  list: [...lists, `"${'é'.repeat(100)}"`, deeplyNested].map((item) => `[${repeatItem(item)}]`),
  object: [
    `{${repeatItem('"a#":0')}}`,
    `{${repeatItem('"#":0')}}`,
    `{${repeatItem(`"${'-'.repeat(80)}#":{}`)}}`,
    `{${repeatItem('"A.#":[]')}}`,
    `{${repeatItem(String.raw`"\u0061#":0`)}}`,
    `{${Array.from({ length: 60 }, (_, index) => `"${'a'.repeat(17_000)}${String(index).padStart(2, '0')}":0`)}}`,
    `{"${'a'.repeat(megabyte)}":0}`,
    `{${Array.from({ length: 10 }, (_, index) => `"${index}${'é'.repeat(50_000)}":0`)}}`,
  ],
  number: ['1'.repeat(megabyte), `0.${'1'.repeat(megabyte)}`, `1e${'9'.repeat(megabyte)}`],
}

interface BodyLocation {
  kind: 'text' | 'list' | 'object' | 'other'
  shape: Shape
  put(value: unknown): unknown
}

function positionsOf(shape: Shape, put: (value: unknown) => unknown = (value) => value): BodyLocation[] {
  const types = [shape.type ?? []].flat()
  const kind = types.includes('string') ? 'text' : shape.items ? 'list' : shape.properties || shape.patternProperties ? 'object' : 'other'
  const inner: [Shape, (value: unknown) => unknown][] = [
    ...[...(shape.anyOf ?? []), ...(shape.allOf ?? [])].map((part): [Shape, typeof put] => [part, (value) => value]),
    ...Object.entries(shape.properties ?? {}).map(([name, part]): [Shape, typeof put] => [part, (value) => ({ [name]: value })]),
    ...Object.values(shape.patternProperties ?? {}).map((part): [Shape, typeof put] => [part, (value) => ({ a: value })]),
    ...(shape.items ? [[shape.items, (value: unknown) => [value]] as [Shape, typeof put]] : []),
  ]
  return [{ kind, shape, put }, ...inner.flatMap(([part, wrap]) => positionsOf(part, (value) => put(wrap(value))))]
}

function wrongElements({ items, maxItems = 1_000 }: Shape): unknown[] {
  const buildInvalidElement = (shape: Shape): unknown => ({
    unknown: 0,
    ...Object.fromEntries(Object.entries(shape.properties ?? {}).map(([name]) => [name, true])),
  })
  const parts = items?.anyOf ?? [items ?? {}]
  const fields = Object.keys(parts[0]?.properties ?? {}).length + 2
  return Array.from({ length: Math.min(maxItems, Math.floor(maxValues / fields)) }, () => buildInvalidElement(parts[0] ?? {}))
}

const parsed = Object.fromEntries(
  Object.entries(payloads).map(([kind, texts]) => [kind, texts.map((text) => JSON.parse(text) as unknown)]),
) as Record<keyof typeof payloads, unknown[]>

describe(`a body of 1 MB with any content blocks other requests for less than ${maxMs} ms`, () => {
  it.each(Object.entries(payloads))('is parsed within the limit: %s', (_kind, texts) => {
    for (const text of texts) {
      const body = Buffer.from(text)
      checkBody(body)
      expect(isSlow(cost(() => [checkBody(body), JSON.parse(body.toString())]))).toBe(false)
    }
  })

  const withBody = operations.filter(({ body }) => body)
  // Operations share fields, such as a reason. The cost of a field doesn't depend on the operation, so the first one checks it.
  const assignedShapes = new Set<string>()
  const isFirst = ({ shape }: BodyLocation) => {
    const text = JSON.stringify(shape)
    return !assignedShapes.has(text) && assignedShapes.add(text)
  }
  const cases = withBody.map(({ id, body }) => ({ id, schema: body as TSchema, positions: positionsOf(body as Shape).filter(isFirst) }))
  it.each(cases)('is validated within the limit: $id', ({ schema, positions }) => {
    const validate = validatorCompiler({ schema, httpPart: 'body', method: 'POST', url: '/' }) as (input: unknown) => {
      error?: InvalidInput
    }
    validate(undefined)
    const slowBodies: unknown[] = []
    const validateBody = (body: unknown) => {
      let problems: unknown[] = []
      const ms = cost(() => {
        problems = validate(body).error?.problems ?? []
      })
      if (isSlow(ms)) slowBodies.push([Math.round(ms), JSON.stringify(body).slice(0, 100)])
      expect(problems.length).toBeLessThanOrEqual(50)
    }
    for (const { kind, shape, put } of positions) {
      if (kind === 'list') validateBody(put(wrongElements(shape)))
      const otherPayloads = [parsed.list[0], parsed.list[14], parsed.object[0], parsed.text[0]]
      for (const payload of kind === 'other' ? otherPayloads : [...parsed[kind], ...otherPayloads]) validateBody(put(payload))
    }
    expect(slowBodies).toEqual([])
  })
})
