import { sql } from 'kysely'
import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { loadRuns } from '../../../runs/queries.ts'
import { Run } from '../../../runs/schemas.ts'
import { isUnfinished } from './list.ts'

export const listRuns = operation({
  id: 'listRuns',
  method: 'GET',
  path: '/work',
  tag: 'work',
  summary: 'List the latest 100 unfinished runs, latest first',
  access: 'adminOrAuditor',
  query: Type.Object(
    { status: Type.Optional(Type.Enum(['queued', 'running', 'waiting', 'succeeded', 'failed', 'cancelled'])) },
    { additionalProperties: false },
  ),
  responses: { 200: Type.Array(Run) },
  handler: ({ db, actor, query }) =>
    loadRuns(
      db,
      actor,
      query.status
        ? sql<boolean>`work_runs.status = ${query.status} and ${isUnfinished}`
        : sql<boolean>`work_runs.status in ('queued', 'running', 'waiting', 'failed') and ${isUnfinished}`,
    ),
})
