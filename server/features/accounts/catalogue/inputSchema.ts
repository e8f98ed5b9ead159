import { type Static, Type } from 'typebox'

const ShortString = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '^[^\\x00]*$' })
const Choices = Type.Array(ShortString(100), { minItems: 1, maxItems: 100, uniqueItems: true })
const Bound = Type.Number({ minimum: -1_000_000_000, maximum: 1_000_000_000 })

export const InputValue = Type.Union([
  Type.String({ maxLength: 2_000, pattern: '^[^\\x00]*$' }),
  Bound,
  Type.Boolean(),
  Type.Array(Type.String({ maxLength: 100 }), { maxItems: 50 }),
])
export type InputValue = Static<typeof InputValue>

const name = '^(?!(?:__proto__|constructor|prototype)$)[A-Za-z][A-Za-z0-9_-]{0,59}$'
export const InputValues = Type.Record(Type.String({ pattern: name }), InputValue, { additionalProperties: false, maxProperties: 30 })
export type InputValues = Static<typeof InputValues>

export const InputProperty = Type.Object(
  {
    type: Type.Enum(['string', 'integer', 'number', 'boolean', 'array']),
    title: Type.Optional(ShortString(100)),
    description: Type.Optional(ShortString(500)),
    default: Type.Optional(InputValue),
    enum: Type.Optional(Choices),
    minimum: Type.Optional(Bound),
    maximum: Type.Optional(Bound),
    minLength: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_000 })),
    maxLength: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_000 })),
    pattern: Type.Optional(ShortString(200)),
    items: Type.Optional(Type.Object({ type: Type.Literal('string'), enum: Choices }, { additionalProperties: false })),
    minItems: Type.Optional(Type.Integer({ minimum: 0, maximum: 50 })),
    maxItems: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
    uniqueItems: Type.Optional(Type.Boolean()),
    'x-scales-price': Type.Optional(
      Type.Boolean({ description: 'Whether the estimate scales with this number. The estimate applies to the default value.' }),
    ),
    'x-price-factors': Type.Optional(
      Type.Record(Type.String({ pattern: '^[^\\x00]{1,100}$' }), Type.Number({ exclusiveMinimum: 0, maximum: 1_000 }), {
        additionalProperties: false,
        maxProperties: 100,
        description: 'Price of each choice relative to the others; 1 if omitted. The estimate applies to the default value.',
      }),
    ),
  },
  { additionalProperties: false },
)
export type InputProperty = Static<typeof InputProperty>

export const InputSchema = Type.Object(
  {
    $schema: Type.Optional(Type.Literal('https://json-schema.org/draft/2020-12/schema')),
    type: Type.Literal('object'),
    properties: Type.Record(Type.String({ pattern: name }), InputProperty, { additionalProperties: false, maxProperties: 30 }),
    required: Type.Optional(Type.Array(Type.String({ pattern: name }), { maxItems: 30, uniqueItems: true })),
    additionalProperties: Type.Literal(false),
  },
  { additionalProperties: false },
)
export type InputSchema = Static<typeof InputSchema>
