import type { Db } from '../../../db/database.ts'

const retentionMs = 90 * 86_400_000
const maxBatchSize = 1_000

export async function deleteOldCloudChanges(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - retentionMs)
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
      .where('subject_id', 'in', (deletedQuery) => deletedQuery.selectFrom('gone').select('id'))
      .execute()
}
