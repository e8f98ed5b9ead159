import { sql } from 'kysely'
import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { loadDelegations } from './queries.ts'
import { Delegation } from './schemas.ts'

export const listDelegations = operation({
  id: 'listDelegations',
  method: 'GET',
  path: '/delegations',
  tag: 'delegations',
  summary: 'List current and planned delegations',
  access: 'adminOrAuditor',
  query: Type.Object(
    {
      status: Type.Optional(
        Type.Enum(['scheduled', 'live', 'ended'], { description: 'Status to filter by; default: current and planned delegations.' }),
      ),
    },
    { additionalProperties: false },
  ),
  responses: { 200: Type.Array(Delegation, { description: 'Delegations, latest first; at most 500.' }) },
  handler: ({ db, actor, query: { status } }) =>
    loadDelegations(db, actor, status ? sql<boolean>`d.status = ${status}` : sql<boolean>`d.status <> 'ended'`, 500),
})
