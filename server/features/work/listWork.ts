import { sql } from 'kysely'
import { Type } from 'typebox'
import { operation } from '../../http/operation.ts'
import { readRuns } from './queries.ts'
import { WorkRun } from './schemas.ts'

export const listWork = operation({
  id: 'listWork',
  method: 'GET',
  path: '/work',
  tag: 'work',
  summary: 'Work in flight and stuck, the latest first; at most 100',
  access: 'adminOrAuditor',
  query: Type.Object(
    { status: Type.Optional(Type.Enum(['queued', 'running', 'waiting', 'succeeded', 'failed'])) },
    { additionalProperties: false },
  ),
  answers: { 200: Type.Array(WorkRun) },
  handler: ({ db, actor, query }) =>
    readRuns(
      db,
      actor,
      query.status
        ? sql<boolean>`status = ${query.status} and ${stillWanted}`
        : sql<boolean>`status in ('queued', 'running', 'waiting', 'failed') and ${stillWanted}`,
    ),
})

/** What failed for an account that was deleted since, or was begun anew for a sandbox, is nobody's business any more. */
const stillWanted = sql<boolean>`(status <> 'failed'
  or (not exists (select 1 from accounts a where a.request_id = work_runs.subject_id and a.status = 'deleted')
    and not exists (
      select 1 from sandbox_actions a join sandbox_actions later on later.sandbox_id = a.sandbox_id and later.created_at > a.created_at
      where a.id = work_runs.subject_id)))`
