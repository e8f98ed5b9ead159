import { Type } from 'typebox'
import { Can, NullableTimestamp, PersonRef, Uuid } from '../../../people/schemas.ts'
import { fixPages, partIds, partStates, roles } from './parts.ts'

const HealthPart = Type.Object({
  id: Type.Enum([...partIds]),
  title: Type.String(),
  points: Type.Integer(),
  of: Type.Integer({ description: 'Weight of the part; all weights add up to 100.' }),
  state: Type.Enum([...partStates], {
    description:
      'Unknown and pending parts aren’t counted. Unknown: the part couldn’t be assessed. Pending: Azure doesn’t have data for a new account yet.',
  }),
  why: Type.String({ description: 'Reason for the score, with its figures.' }),
  action: Type.Union([
    Type.Object({
      label: Type.String(),
      at: Type.Enum([...fixPages], {
        description: 'Where to do the action on the account’s page. `tags`: call `restoreAccountTags`; `portal`: use the Azure portal.',
      }),
      href: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
    }),
    Type.Null(),
  ]),
  owner: Type.Object(
    { role: Type.Enum([...roles]), person: Type.Union([PersonRef, Type.Null()]) },
    { description: 'The person who should act.' },
  ),
  can: Can,
})

export const AccountHealth = Type.Object({
  accountId: Uuid,
  score: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    description: 'Health score from 0 to 100: the share of the known points. Null before the first check.',
  }),
  known: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    description: 'Points of the parts that could be assessed, of 100; null before the first check.',
  }),
  parts: Type.Array(HealthPart, { description: 'Parts of the score, highest weight first.' }),
  checkedAt: NullableTimestamp,
  can: Can,
})
