import type { StagePreview } from '../../approvals/openApproval.ts'
import type { Db } from '../../db/database.ts'
import type { PersonRef } from './queries.ts'

/** The stages of a preview with their people, by name: one query. */
export async function namedStages(db: Db, stages: StagePreview[]) {
  const ids = [...new Set(stages.flatMap((stage) => stage.personIds))]
  const rows =
    ids.length > 0
      ? await db
          .selectFrom('people')
          .select(['id', 'display_name', 'email', 'department', 'active'])
          .where('id', 'in', ids)
          .orderBy('display_name')
          .execute()
      : []
  const people = rows.map(({ display_name, ...row }): PersonRef => ({ ...row, displayName: display_name }))
  return stages.map(({ personIds, ...stage }) => ({ ...stage, people: people.filter((person) => personIds.includes(person.id)) }))
}
