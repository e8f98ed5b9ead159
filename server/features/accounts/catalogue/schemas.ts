import { type Static, type TSchema, Type } from 'typebox'
import { Can, NullableText, PersonRef, Uuid } from '../../../people/schemas.ts'
import { Currency } from '../accounts/currency.ts'
import { InputSchema } from './inputSchema.ts'

export const ItemId = Type.Object({ id: Uuid }, { additionalProperties: false })

export const ServiceCatalogueItem = Type.Object({
  id: Uuid,
  name: Type.String(),
  version: Type.String(),
  category: Type.String(),
  description: Type.String(),
  inputs: Type.Unsafe<InputSchema>({
    type: 'object',
    additionalProperties: true,
    description: 'JSON Schema of the item’s inputs.',
  }),
  monthlyEstimate: Type.Object({
    amount: Type.Integer({ description: 'Monthly amount in minor units of the currency.' }),
    currency: Type.String(),
  }),
  approvers: Type.Array(PersonRef, {
    description: 'Approvers, one of whom must approve each request for the item; empty if it needs no additional approval.',
  }),
  documentationUrl: NullableText,
  enabled: Type.Boolean({ description: 'False for withdrawn items. Accounts that have the item keep it.' }),
  revision: Type.Integer({ description: 'Version of the record, also returned as ETag.' }),
  can: Can,
})
export type ServiceCatalogueItem = Static<typeof ServiceCatalogueItem>

const Line = (maxLength: number) => Type.String({ minLength: 2, maxLength, pattern: '^[^\\x00-\\x1f]*$' })
const fields = {
  name: Line(80),
  version: Type.String({ pattern: '^\\d{1,4}\\.\\d{1,4}\\.\\d{1,4}$', description: 'Version of the item, such as 2.1.0.' }),
  category: Line(40),
  description: Type.String({ minLength: 10, maxLength: 1_000, pattern: '^[^\\x00]*$' }),
  inputs: InputSchema,
  monthlyEstimate: Type.Object(
    {
      amount: Type.Integer({ minimum: 0, maximum: 1_000_000_000, description: 'Monthly amount in minor units of the currency.' }),
      currency: Currency,
    },
    { additionalProperties: false },
  ),
  approverIds: Type.Array(Uuid, {
    maxItems: 10,
    uniqueItems: true,
    description: 'IDs of the item’s approvers; empty if it needs no additional approval.',
  }),
  documentationUrl: Type.Union([Type.String({ maxLength: 500, pattern: '^https://[^\\s<>"]{3,490}$' }), Type.Null()]),
  enabled: Type.Boolean(),
}
const optional = <T extends TSchema>(type: T) => Type.Optional(type)

export const NewItem = Type.Object(
  {
    ...fields,
    approverIds: optional(fields.approverIds),
    documentationUrl: optional(fields.documentationUrl),
    enabled: optional(fields.enabled),
  },
  { additionalProperties: false },
)
export const ItemChange = Type.Partial(Type.Object(fields), { additionalProperties: false, minProperties: 1 })
