import { Type } from 'typebox'
import { v7 as uuidv7 } from 'uuid'
import type { Db } from '../../../db/database.ts'
import type { TagResult } from '../../../db/tables.ts'
import type { Reply } from '../../../http/operation.ts'
import { Uuid } from '../../../people/schemas.ts'
import type { Jobs } from '../../../workflows/jobs.ts'
import { startRun } from '../../../workflows/startRun.ts'
import type { AnyWorkflow } from '../../../workflows/workflow.ts'
import { applyTagChange } from './applyTagChange.ts'
import type { TagOperation } from './changeTags.ts'

const NullableTags = Type.Unsafe<Record<string, string> | null>({ type: ['object', 'null'], additionalProperties: { type: 'string' } })
export const TagError = Type.Unsafe<{ code: string; message: string } | null>({
  type: ['object', 'null'],
  properties: { code: { type: 'string' }, message: { type: 'string' } },
  required: ['code', 'message'],
})
const Result = Type.Object({
  resourceId: Type.String(),
  ok: Type.Boolean(),
  unchanged: Type.Boolean({ description: 'True if no change was needed.' }),
  tags: Type.Unsafe<Record<string, string> | null>({ ...NullableTags, description: 'All tags of the resource; null if unknown.' }),
  error: TagError,
})

export const TagChange = Type.Object({
  id: Uuid,
  status: Type.Enum(['running', 'done'], { description: '`running` until the change completes. `getTagChange` then returns the results.' }),
  results: Type.Array(Result, { description: 'One result per resource; empty while the change runs.' }),
  changed: Type.Integer(),
  failed: Type.Integer(),
})

interface NewTagChange {
  accountId: string
  personId: string
  operation: TagOperation
  tags: Record<string, string>
  resourceIds: string[]
  now: Date
}

export const tagChangePath = (accountId: string, id: string) => `/accounts/${accountId}/tagChanges/${id}`

/** Returns the tag change that the response refers to. An earlier call with the same Idempotency-Key might have started it. */
export function tagChangeFromLocation({ headers }: Pick<Reply<unknown>, 'headers'>): { accountId: string; id: string } {
  const [, accountId, id] = /^\/accounts\/([^/]+)\/tagChanges\/([^/]+)$/.exec(String(headers?.['location'])) ?? []
  if (!accountId || !id) throw new Error('the response doesn’t contain the ID of the tag change')
  return { accountId, id }
}

/**
 * Records a tag change with its run in the caller's transaction.
 * @returns the ID of the change
 */
export async function startTagChange(
  { db, jobs }: { db: Db; jobs: Jobs },
  change: NewTagChange,
  workflow: Pick<AnyWorkflow, 'kind' | 'steps'> = applyTagChange,
): Promise<string> {
  const id = uuidv7()
  await db
    .insertInto('tag_changes')
    .values({
      id,
      account_id: change.accountId,
      person_id: change.personId,
      operation: change.operation,
      tags: JSON.stringify(change.tags),
      resource_ids: change.resourceIds,
      results: null,
      created_at: change.now,
      ended_at: null,
    })
    .execute()
  await startRun({ db, jobs }, workflow, { kind: 'tagChange', id }, {})
  return id
}

export async function findTagChange(db: Db, accountId: string, id: string) {
  const row = await db
    .selectFrom('tag_changes')
    .select(['id', 'results'])
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row && presentTagChange(row)
}

export function presentTagChange({ id, results }: { id: string; results: TagResult[] | null }) {
  return {
    id,
    status: results ? ('done' as const) : ('running' as const),
    results: (results ?? []).map(({ before: _, ...result }) => result),
    changed: results?.filter(({ ok, unchanged }) => ok && !unchanged).length ?? 0,
    failed: results?.filter(({ ok }) => !ok).length ?? 0,
  }
}
