import fc from 'fast-check'
import { Compile } from 'typebox/compile'
import { describe, expect, it } from 'vitest'
import { buildCatalogue } from '../../../../sample/catalogue.ts'
import { company } from '../../../../sample/company.ts'
import { checkInputSchema, checkInputs, priceOf } from './checkInputs.ts'
import { type InputProperty, InputSchema } from './inputSchema.ts'

const schemaOf = (properties: Record<string, InputProperty>, required: string[] = []): InputSchema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})

describe('the sample catalogue', () => {
  it('uses only inputs that a form can show', () => {
    for (const item of company().catalogue) {
      expect([item.name, Compile(InputSchema).Errors(item.inputs)]).toEqual([item.name, []])
      expect([item.name, checkInputSchema(item.inputs as unknown as InputSchema)]).toEqual([item.name, []])
    }
    expect(buildCatalogue(company().people)).toHaveLength(company().catalogue.length)
  })
})

const bounds = fc.record({ low: fc.integer({ min: -5, max: 5 }), span: fc.integer({ min: 0, max: 5 }) })
const property: fc.Arbitrary<InputProperty> = fc.oneof(
  fc.constant<InputProperty>({ type: 'boolean' }),
  bounds.map(({ low, span }): InputProperty => ({ type: 'integer', minimum: low, maximum: low + span })),
  bounds.map(({ low, span }): InputProperty => ({ type: 'number', minimum: low, maximum: low + span })),
  bounds.map(({ span }): InputProperty => ({ type: 'string', minLength: span, maxLength: span + 2 })),
  fc.constant<InputProperty>({ type: 'string', pattern: '^[a-z]+$', maxLength: 20 }),
  fc.constant<InputProperty>({ type: 'string', enum: ['a', 'b', 'ab'] }),
  bounds.map(
    ({ span }): InputProperty => ({
      type: 'array',
      items: { type: 'string', enum: ['a', 'b'] },
      minItems: 1,
      maxItems: span + 1,
      uniqueItems: true,
    }),
  ),
)
const value = fc.oneof(
  fc.boolean(),
  fc.integer({ min: -8, max: 12 }),
  fc.double({ min: -8, max: 12, noNaN: true }),
  fc.string({ maxLength: 9, unit: fc.constantFrom('a', 'b', 'ab', '𝒜', '1') }),
  fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 4 }),
  fc.constant(null),
)
const names = fc.constantFrom('one', 'two', 'three')

describe('checkInputs', () => {
  it('accepts the same values as JSON Schema', () => {
    fc.assert(
      fc.property(
        fc.dictionary(names, property, { noNullPrototype: true }),
        fc.uniqueArray(names),
        fc.dictionary(names, value, { noNullPrototype: true }),
        (properties, overrides, values) => {
          const schema = schemaOf(
            properties,
            overrides.filter((name) => name in properties),
          )
          expect(checkInputs(schema, values).length === 0).toBe(Compile(schema as never).Check(values))
        },
      ),
      { numRuns: 2_000 },
    )
  })

  it.each([
    [{ type: 'integer', minimum: 1, maximum: 8 }, 9, 'must be a whole number from 1 to 8'],
    [{ type: 'number', minimum: 1 }, 0, 'must be a number of at least 1'],
    [{ type: 'string', minLength: 3, maxLength: 40 }, 'a', 'must be text from 3 to 40 characters'],
    [{ type: 'string', maxLength: 2 }, 'abc', 'must be text of at most 2 characters'],
    [{ type: 'string', enum: ['x'] }, 'y', 'is not one of the choices'],
    [{ type: 'array', items: { type: 'string', enum: ['x'] }, minItems: 1 }, [], 'must have at least 1 choices'],
  ] as [InputProperty, unknown, string][])('checks with the schema %j the value %j: %s', (property, value, message) => {
    expect(checkInputs(schemaOf({ it: property }), { it: value })).toEqual([{ field: 'it', message }])
  })
})

describe('priceOf', () => {
  const item = {
    monthly_estimate: { amount: 10_000 },
    inputs: schemaOf({
      count: { type: 'integer', default: 2, 'x-scales-price': true },
      size: { type: 'string', enum: ['small', 'large'], default: 'small', 'x-price-factors': { large: 2.5 } },
      note: { type: 'string', maxLength: 9 },
    }),
  }
  it.each([
    [{}, 10_000],
    [{ count: 4 }, 20_000],
    [{ size: 'large' }, 25_000],
    [{ count: 1, size: 'large', note: 'x' }, 12_500],
  ])('returns the price for %j: %i', (values, price) => expect(priceOf(item, values)).toBe(price))

  it('returns the estimate for the default values, whatever their factors are', () => {
    const tiers = { type: 'string', enum: ['Basic', 'Standard'], 'x-price-factors': { Basic: 1.5, Standard: 3 } } as const
    const withTier = (tier: object) => ({ monthly_estimate: { amount: 10_000 }, inputs: schemaOf({ tier: tier as InputProperty }) })
    const priced = withTier({ ...tiers, default: 'Standard' })
    const [standard, basic] = [{ tier: 'Standard' }, { tier: 'Basic' }]
    expect([priceOf(priced, {}), priceOf(priced, standard), priceOf(priced, basic)]).toEqual([10_000, 10_000, 5_000])
    expect([priceOf(withTier(tiers), {}), priceOf(withTier(tiers), standard)]).toEqual([10_000, 30_000])
  })
})
