import { type TSchema, Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { canBeOmitted, InvalidInput, validatorCompiler } from './validation.ts'

const compile = (schema: TSchema, httpPart: string) =>
  validatorCompiler({ schema, httpPart, method: 'GET', url: '/' }) as (input: unknown) => { value?: unknown; error?: InvalidInput }
const Query = Type.Object(
  {
    n: Type.Optional(Type.Integer({ maximum: 100 })),
    f: Type.Optional(Type.Number()),
    b: Type.Optional(Type.Boolean()),
    s: Type.Optional(Type.String({ maxLength: 5 })),
  },
  { additionalProperties: false },
)
const query = compile(Query, 'querystring')
const body = compile(Query, 'body')

describe('text in a URL', () => {
  it.each([
    [{ n: '7' }, { n: 7 }],
    [{ n: '-7' }, { n: -7 }],
    [{ n: '007' }, { n: 7 }],
    [{ f: '1.5' }, { f: 1.5 }],
    [{ b: 'true' }, { b: true }],
    [{ b: 'false' }, { b: false }],
    [{ s: '12' }, { s: '12' }],
    [{ s: 'true' }, { s: 'true' }],
    [{}, {}],
  ])('reads %j as %j', (input, value) => {
    expect(query(input)).toEqual({ value })
  })

  it.each([
    { n: '1.5' },
    { n: '1e3' },
    { n: '0x10' },
    { n: ' 1' },
    { n: '' },
    { n: '+1' },
    { n: 'NaN' },
    { n: 'Infinity' },
    { n: '101' },
    { n: ['1', '2'] },
    { n: ['1'] },
    { b: '1' },
    { b: 'yes' },
    { b: 'TRUE' },
    { b: '' },
    { s: ['a'] },
    { s: '123456' },
    { x: '1' },
    { s: 'a\0' },
    JSON.parse('{"__proto__":"1"}'),
  ])('rejects %j, with its position', (input) => {
    const { error } = query(input)
    expect(error).toBeInstanceOf(InvalidInput)
    expect(error!.problems.map(({ field }) => field)).toEqual(Object.keys(input as object))
  })
})

it('ignores the case of IDs in every position, and keeps other text unchanged', () => {
  const Id = Type.String({ format: 'uuid' })
  const schema = Type.Object({
    one: Type.Union([Id, Type.Null()]),
    many: Type.Array(Id),
    by: Type.Record(Type.String(), Type.Object({ id: Id, note: Type.String() })),
    kind: Type.Union([Type.Object({ id: Id }), Type.Object({ text: Type.String() })]),
    none: Type.Union([Id, Type.Null()]),
  })
  const id = '0000abcd-0000-4000-8000-00000000000f'
  const buildInput = (givenId: string) => ({
    one: givenId,
    many: [givenId],
    by: { A: { id: givenId, note: id.toUpperCase() } },
    kind: { id: givenId },
    none: null,
  })
  expect(compile(schema, 'body')(buildInput(id.toUpperCase()))).toEqual({ value: buildInput(id) })
  const validateUnique = compile(Type.Object({ ids: Type.Array(Id, { uniqueItems: true }) }), 'body')
  expect(validateUnique({ ids: [id, id.toUpperCase()] }).error!.problems).toEqual([{ field: 'ids.1', message: 'appears twice' }])
  expect(compile(Type.Object({ id: Id }), 'params')({ id: id.toUpperCase() })).toEqual({ value: { id } })
})

describe('a request body', () => {
  it('is accepted without conversion of types or removal of fields', () => {
    expect(body({ n: '7' }).error!.problems).toMatchObject([{ field: 'n' }])
    expect(body({ b: 'true' }).error!.problems).toMatchObject([{ field: 'b' }])
    expect(body({ n: 7, extra: 1 }).error!.problems).toEqual([{ field: 'extra', message: expect.any(String) }])
    expect(body({ n: 7 })).toEqual({ value: { n: 7 } })
  })

  it('can be omitted if no field is required', () => {
    expect(canBeOmitted(Query)).toBe(true)
    expect(canBeOmitted(Type.Object({ n: Type.Integer() }))).toBe(false)
    expect(canBeOmitted(Type.Partial(Type.Object({ n: Type.Integer() }), { minProperties: 1 }))).toBe(false)
    expect(canBeOmitted(Type.Array(Type.Integer()))).toBe(false)
  })

  it.each([null, 0, '', false, []])('can’t be replaced by %j', (payload) => {
    expect(body(payload).error!.problems).toEqual([{ field: '', message: expect.any(String) }])
  })

  it('can’t contain unpaired surrogates or NUL in texts or field names, at any depth', () => {
    const Deep = Type.Object({
      list: Type.Array(Type.Object({ text: Type.String() })),
      tags: Type.Record(Type.String(), Type.String()),
    })
    const { problems } = compile(
      Deep,
      'body',
    )({
      list: [{ text: 'whole 💥' }, { text: 'half \ud83d' }],
      tags: { 'a/b': 'a\0', c: '\udca5\ud83d' },
    }).error!
    expect(problems.map(({ field }) => field)).toEqual(['list.1.text', 'tags.a/b', 'tags.c'])
    expect(compile(Deep, 'body')({ list: [], tags: { '\ud83d': 'x' } }).error!.problems).toMatchObject([{ field: 'tags' }])
  })

  it('can’t be nested deeper than the limit, even if any value is allowed', () => {
    const check = compile(Type.Object({ value: Type.Unknown() }), 'body')
    const nested = (levels: number) => JSON.parse(`{"value":${'['.repeat(levels)}${']'.repeat(levels)}}`)
    expect(check(nested(60)).error).toBeUndefined()
    for (const levels of [100, 400_000])
      expect(check(nested(levels)).error!.problems).toEqual([{ field: 'value', message: expect.stringContaining(' 64 ') }])
  })

  it('has one problem if it matches none of several schemas, and the exact problem with a single schema', () => {
    const Forms = Type.Object({
      value: Type.Union([Type.Boolean(), Type.Integer(), Type.Enum(['off', 'all'])]),
      maybe: Type.Union([Type.Integer(), Type.Null()]),
      inner: Type.Union([Type.Object({ n: Type.Integer() }), Type.Null()]),
    })
    const { problems } = compile(Forms, 'body')({ value: 'loud', maybe: 'x', inner: { n: 'x' } }).error!
    expect(problems.map(({ field }) => field).sort()).toEqual(['inner.n', 'maybe', 'value'])
    expect(new Set(problems.map(({ message }) => message)).size).toBe(2)
  })

  it('has a problem for a field with an empty name', () => {
    expect(body({ '': 1 }).error!.problems).toEqual([{ field: '""', message: expect.any(String) }])
  })

  it('has one problem per field, at most 50', () => {
    const manyFields = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`field-${index}-${'x'.repeat(500)}`, 1]))
    const { problems } = body(manyFields).error!
    expect(problems.length).toBe(50)
    expect(problems.every(({ field }) => field.length <= 100)).toBe(true)
  })
})

describe('a validation message', () => {
  const schema = Type.Object(
    {
      page: Type.Optional(Type.Integer({ minimum: 1 })),
      name: Type.Optional(Type.String({ pattern: '^[a-z]+$' })),
      id: Type.Optional(Type.String({ minLength: 1 })),
    },
    { additionalProperties: false, minProperties: 1 },
  )
  const messagesOf = (httpPart: string, payload: object) => compile(schema, httpPart)(payload).error?.problems.map(({ message }) => message)

  it('reports a repeated parameter as such, and not as a wrong type', () => {
    expect(messagesOf('querystring', { page: ['1', '2'] })).not.toEqual(messagesOf('querystring', { page: 'x' }))
    expect(messagesOf('body', { page: ['1', '2'] })).toEqual(messagesOf('body', { page: 'x' }))
  })

  it.each([{ name: 'A1' }, {}, { id: '' }, { page: 0 }])('doesn’t contain patterns or schema keywords for %j', (payload) => {
    const messages = messagesOf('body', payload)!
    expect(messages.length).toBe(1)
    expect(messages[0]).not.toMatch(/[\^$[\]]|propert|>=|fewer than/)
  })
})

describe('input over its limits', () => {
  const schema = Type.Object(
    {
      text: Type.String({ maxLength: 3 }),
      choice: Type.Enum(['first', 'second']),
      constant: Type.Union([Type.Literal('constant'), Type.Null()]),
      list: Type.Array(Type.Integer(), { maxItems: 2, uniqueItems: true }),
      record: Type.Record(Type.String(), Type.Integer(), { maxProperties: 2 }),
      either: Type.Union([Type.String({ maxLength: 3 }), Type.Array(Type.Integer(), { maxItems: 4 })]),
    },
    { additionalProperties: false },
  )
  const right = {
    text: '\u{1f4a5}'.repeat(3),
    choice: 'second',
    constant: 'constant',
    list: [1, 2],
    record: { a: 1, b: 2 },
    either: [1, 2, 3, 4],
  }
  const problemsOf = (overrides: object) => compile(schema, 'body')({ ...right, ...overrides }).error?.problems.map(({ field }) => field)

  it('is accepted up to the limits, unchanged', () => {
    expect(compile(schema, 'body')(right)).toEqual({ value: right })
  })

  it.each<[object, string]>([
    [{ text: '\u{1f4a5}'.repeat(4) }, 'text'],
    [{ text: '1234' }, 'text'],
    [{ text: 'x'.repeat(1_000_000) }, 'text'],
    [{ list: [1, 2, 3] }, 'list'],
    [{ record: { a: 1, b: 2, c: 3 } }, 'record'],
    [{ either: [1, 2, 3, 4, 5] }, 'either'],
    [{ either: '1234' }, 'either'],
    [{ text: ['a'] }, 'text'],
    [{ list: { a: 1 } }, 'list'],
    [{ record: [1] }, 'record'],
  ])('is rejected if it is one above a limit: %.60j', (overrides, field) => {
    expect(problemsOf(overrides)).toEqual([field])
  })

  it('is reported together with all other problems', () => {
    expect(problemsOf({ text: 'much too long', list: [1, 1, 1, 1], record: { a: 'x' }, more: 1 })?.sort()).toEqual([
      'list',
      'list.1',
      'list.2',
      'more',
      'record.a',
      'text',
    ])
  })
})
