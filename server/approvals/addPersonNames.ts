import type { Db } from '../db/database.ts'
import type { PersonRef } from '../people/queries.ts'
import type { Preview } from './previewApproval.ts'

export async function addPersonNames(db: Db, { stages, ...rest }: Preview) {
  const ids = [
    ...new Set(stages.flatMap((stage) => stage.people.flatMap(({ personId, onBehalfOf }) => [personId, onBehalfOf ?? personId]))),
  ]
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
  return {
    ...rest,
    stages: stages.map(({ people: seats, ...stage }) => ({
      ...stage,
      people: people.flatMap((person) => {
        const seat = seats.find(({ personId }) => personId === person.id)
        const delegator = people.find(({ id }) => id === seat?.onBehalfOf) ?? null
        return seat ? [{ ...person, onBehalfOf: delegator, away: seat.away }] : []
      }),
    })),
  }
}
