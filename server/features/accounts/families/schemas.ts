import { Type } from 'typebox'
import { Can, PersonRef, Timestamp, Uuid } from '../../../people/schemas.ts'

export const Family = Type.Object({
  id: Uuid,
  name: Type.String(),
  tower: Type.Object({ id: Uuid, name: Type.String() }),
  description: Type.String(),
  owners: Type.Array(PersonRef),
  counts: Type.Object({ accounts: Type.Integer() }),
  version: Type.Integer(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  can: Can,
})

const fields = {
  name: Type.String({ minLength: 2, maxLength: 64, pattern: '^\\S([^\\x00-\\x1f]*\\S)?$', description: 'Unique name, ignoring case.' }),
  towerId: Uuid,
  description: Type.String({ maxLength: 1_000, pattern: '^[^\\x00]*$' }),
  ownerIds: Type.Array(Uuid, { minItems: 1, maxItems: 10, uniqueItems: true, description: 'Directory object IDs of the family owners.' }),
}
export const NewFamily = Type.Object(
  { name: fields.name, towerId: fields.towerId, description: Type.Optional(fields.description), ownerIds: fields.ownerIds },
  { additionalProperties: false },
)
export const FamilyChange = Type.Partial(Type.Object(fields), { additionalProperties: false, minProperties: 1 })
export const FamilyId = Type.Object({ id: Uuid }, { additionalProperties: false })
