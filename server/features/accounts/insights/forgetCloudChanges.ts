import type { Db } from '../../../db/database.ts'

const cacheMs = 90 * 86_400_000
const maxBatchSize = 1_000

export async function forgetCloudChanges(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - cacheMs)
  for (const [table, kind] of [
    ['tag_changes', 'tagChange'],
    ['policy_evaluations', 'policyEvaluation'],
  ] as const)
    await db
      .with('gone', (change) =>
        change
          .deleteFrom(table)
          .where('id', 'in', (old) => old.selectFrom(table).select('id').where('ended_at', '<', before).limit(maxBatchSize))
          .returning('id'),
      )
      .deleteFrom('work_runs')
      .where('subject_kind', '=', kind)
      .where('subject_id', 'in', (goneQuery) => goneQuery.selectFrom('gone').select('id'))
      .execute()
}
