import { Type } from 'typebox'
import { Failure } from '../../http/errors.ts'
import { operation } from '../../http/operation.ts'
import { familyIsEmpty } from './policy.ts'
import { familyRows, presentFamily } from './queries.ts'
import { FamilyId } from './schemas.ts'

export const deleteFamily = operation({
  id: 'deleteFamily',
  method: 'DELETE',
  path: '/families/{id}',
  tag: 'families',
  summary: 'Delete a family that holds nothing',
  access: 'admin',
  params: FamilyId,
  answers: { 204: Type.Null() },
  errors: ['notFound', 'stillInUse', 'versionMismatch'],
  async handler({ db, actor, params, ifMatch, audit, changed }) {
    audit({ subject: { kind: 'family', id: params.id } })
    const locked = await db.selectFrom('families').select('id').where('id', '=', params.id).forUpdate().executeTakeFirst()
    const row = locked && (await familyRows(db).where('families.id', '=', params.id).executeTakeFirst())
    if (!row) throw new Failure('notFound', 'There is no such family.')
    const before = presentFamily(actor, row)
    ifMatch(before.version)
    const empty = familyIsEmpty({ counts: before.counts, history: row.history_count })
    if (empty !== true) throw new Failure('stillInUse', empty)
    await db.deleteFrom('families').where('id', '=', params.id).execute()
    audit({ subject: { kind: 'family', id: params.id }, before })
    await changed('family', params.id)
    return null
  },
})
