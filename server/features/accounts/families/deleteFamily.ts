import { Type } from 'typebox'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { familyIsEmpty } from './policy.ts'
import { familyFacts, familyRows, presentFamily } from './queries.ts'
import { FamilyId } from './schemas.ts'

export const deleteFamily = operation({
  id: 'deleteFamily',
  method: 'DELETE',
  path: '/families/{id}',
  tag: 'families',
  summary: 'Delete an empty family',
  description: 'You can delete a family with deleted accounts or past requests. They still show the family name.',
  access: 'admin',
  params: FamilyId,
  responses: { 204: Type.Null() },
  errors: ['notFound', 'stillInUse', 'versionMismatch'],
  async handler({ db, actor, params, now, ifMatch, audit, changed }) {
    audit({ subject: { kind: 'family', id: params.id } })
    const lockedFamily = await db.selectFrom('families').select('id').where('id', '=', params.id).forUpdate().executeTakeFirst()
    const row = lockedFamily && (await familyRows(db).where('families.id', '=', params.id).executeTakeFirst())
    if (!row) throw new Failure('notFound', 'This family doesn’t exist.')
    const before = presentFamily(actor, row)
    ifMatch(before.version)
    const emptyVerdict = familyIsEmpty(familyFacts(row))
    if (emptyVerdict !== true) throw new Failure('stillInUse', emptyVerdict)
    if (row.has_history) await db.updateTable('families').set({ deleted_at: now() }).where('id', '=', params.id).execute()
    else await db.deleteFrom('families').where('id', '=', params.id).execute()
    audit({ subject: { kind: 'family', id: params.id }, before })
    await changed('family', params.id)
    return null
  },
})
