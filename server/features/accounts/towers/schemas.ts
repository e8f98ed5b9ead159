import { Type } from 'typebox'
import { Can, PersonRef, Timestamp, Uuid } from '../../../people/schemas.ts'

export const Tower = Type.Object({
  id: Uuid,
  name: Type.String(),
  code: Type.String(),
  description: Type.String(),
  costCentre: Type.String(),
  leads: Type.Array(PersonRef),
  counts: Type.Object({ families: Type.Integer(), accounts: Type.Integer() }),
  version: Type.Integer(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  can: Can,
})

const fields = {
  name: Type.String({ minLength: 2, maxLength: 64, pattern: '^\\S([^\\x00-\\x1f]*\\S)?$', description: 'Unique name, ignoring case.' }),
  code: Type.String({ pattern: '^[A-Z]{2,8}$', description: 'Unique code of 2 to 8 capital letters.' }),
  description: Type.String({ maxLength: 1_000, pattern: '^[^\\x00]*$' }),
  costCentre: Type.String({ maxLength: 32, pattern: '^[A-Za-z0-9-]*$' }),
  leadIds: Type.Array(Uuid, { minItems: 1, maxItems: 10, uniqueItems: true, description: 'Directory object IDs of the tower leads.' }),
}
export const NewTower = Type.Object(
  {
    name: fields.name,
    code: fields.code,
    description: Type.Optional(fields.description),
    costCentre: Type.Optional(fields.costCentre),
    leadIds: fields.leadIds,
  },
  { additionalProperties: false },
)
export const TowerChange = Type.Partial(Type.Object(fields), { additionalProperties: false, minProperties: 1 })
export const TowerId = Type.Object({ id: Uuid }, { additionalProperties: false })
