import { type TSchema, Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { InvalidInput, validatorCompiler } from './validation.ts'

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

describe('text from an address', () => {
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
  ])('%j is read as %j', (input, value) => {
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
    JSON.parse('{"__proto__":"1"}'),
  ])('%j is refused, at its place', (input) => {
    const { error } = query(input)
    expect(error).toBeInstanceOf(InvalidInput)
    expect(error!.problems.map(({ field }) => field)).toEqual(Object.keys(input as object))
  })
})

describe('a body', () => {
  it('is taken as it is: nothing is turned into another type, no field dropped', () => {
    expect(body({ n: '7' }).error!.problems).toMatchObject([{ field: 'n' }])
    expect(body({ b: 'true' }).error!.problems).toMatchObject([{ field: 'b' }])
    expect(body({ n: 7, extra: 1 }).error!.problems).toEqual([{ field: 'extra', message: 'is not known here' }])
    expect(body({ n: 7 })).toEqual({ value: { n: 7 } })
  })

  it('may be left out where nothing in it has to be said', () => {
    for (const none of [undefined, null]) {
      expect(body(none)).toEqual({ value: {} })
      expect(compile(Type.Object({ n: Type.Integer() }), 'body')(none).error).toBeInstanceOf(InvalidInput)
      expect(compile(Type.Partial(Type.Object({ n: Type.Integer() }), { minProperties: 1 }), 'body')(none).error).toBeInstanceOf(
        InvalidInput,
      )
      expect(compile(Type.Array(Type.Integer()), 'body')(none).error).toBeInstanceOf(InvalidInput)
    }
  })

  it('gets one problem a field, 50 at most, however wrong it is', () => {
    const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`field-${index}-${'x'.repeat(500)}`, 1]))
    const { problems } = body(many).error!
    expect(problems.length).toBe(50)
    expect(problems.every(({ field }) => field.length <= 100)).toBe(true)
  })
})
