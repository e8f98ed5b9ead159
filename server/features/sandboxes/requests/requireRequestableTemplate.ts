import type { Person } from '../../../auth/actor.ts'
import type { Db } from '../../../db/database.ts'
import { Failure } from '../../../errors.ts'
import { fieldsOf, lockTemplate } from '../templates/queries.ts'

/** Locks an available template, visible to the actor, until the transaction ends. @throws notFound, conflict */
export async function requireRequestableTemplate(db: Db, actor: Person, templateId: string) {
  const row = await lockTemplate(db, actor, templateId, 'share')
  if (!row.enabled) throw new Failure('conflict', `${row.name} isn’t currently available. Choose another template.`)
  return { id: row.id, fields: fieldsOf(row) }
}
