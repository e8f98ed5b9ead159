import { Type } from 'typebox'
import { Can, PersonRef, Timestamp, Uuid } from '../../../people/schemas.ts'
import { partIds, partStates, places, roles } from './parts.ts'

const HealthPart = Type.Object({
  id: Type.Enum([...partIds]),
  title: Type.String(),
  points: Type.Integer(),
  of: Type.Integer({ description: 'What the part weighs; all together 100.' }),
  state: Type.Enum([...partStates], {
    description: 'Unknown earns nothing: what cannot be known is not good. Pending does not count: Azure does not know a new account yet.',
  }),
  why: Type.String({ description: 'In words, with the numbers.' }),
  action: Type.Union([
    Type.Object({
      label: Type.String(),
      at: Type.Enum([...places], {
        description: 'Where on the account’s page it is done; `tags`: `restoreAccountTags` does it; `portal`: in the Azure portal.',
      }),
      href: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
    }),
    Type.Null(),
  ]),
  owner: Type.Object(
    { role: Type.Enum([...roles]), person: Type.Union([PersonRef, Type.Null()]) },
    { description: 'Who should act, and the first of them who is there.' },
  ),
})

export const AccountHealth = Type.Object({
  accountId: Uuid,
  score: Type.Unsafe<number | null>({ type: ['integer', 'null'], description: '0 to 100; null before the first check.' }),
  parts: Type.Array(HealthPart, { description: 'What weighs most first.' }),
  checkedAt: Type.Union([Timestamp, Type.Null()]),
  can: Can,
})
