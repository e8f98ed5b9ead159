import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'

interface Run {
  subject_kind: string
  subject_id: string
  input: Record<string, unknown>
}

export async function findAffectedPeople(db: Db, { subject_kind, subject_id, input }: Run): Promise<string[]> {
  const { personId, assignmentIds } = input
  const assignments = Array.isArray(assignmentIds) ? assignmentIds : []
  const { rows } = await sql<{ id: string }>`
    select m.person_id as id from group_assignments m where m.id = any (${assignments}::uuid[])
    union
    select t.person_id from pim_orders o join pim_activations t on t.id = o.activation_id
    where ${subject_kind} = 'pimOrder' and o.id = ${subject_id}
    union
    select i.person_id from access_review_items i
    where ${subject_kind} = 'accessReview' and i.review_id = ${subject_id} and i.decision = 'remove'`.execute(db)
  return [...rows.map(({ id }) => id), ...(typeof personId === 'string' && personId !== '' ? [personId] : [])]
}
