import { sql } from 'kysely'
import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { readDelegations } from './queries.ts'
import { Delegation } from './schemas.ts'

export const listDelegations = operation({
  id: 'listDelegations',
  method: 'GET',
  path: '/delegations',
  tag: 'delegations',
  summary: 'Who is away or is about to be, and who stands in',
  access: 'adminOrAuditor',
  query: Type.Object(
    { status: Type.Optional(Type.Enum(['scheduled', 'live', 'ended'], { description: 'Left out: what is live or planned.' })) },
    { additionalProperties: false },
  ),
  answers: { 200: Type.Array(Delegation, { description: 'At most 500, the latest first.' }) },
  handler: ({ db, actor, query: { status } }) =>
    readDelegations(db, actor, status ? sql<boolean>`d.status = ${status}` : sql<boolean>`d.status <> 'ended'`, 500),
})
