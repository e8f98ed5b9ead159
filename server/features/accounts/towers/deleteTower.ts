import { Type } from 'typebox'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { towerIsEmpty } from './policy.ts'
import { presentTower, towerRows } from './queries.ts'
import { TowerId } from './schemas.ts'

export const deleteTower = operation({
  id: 'deleteTower',
  method: 'DELETE',
  path: '/towers/{id}',
  tag: 'towers',
  summary: 'Delete an empty tower',
  access: 'admin',
  params: TowerId,
  responses: { 204: Type.Null() },
  errors: ['notFound', 'stillInUse', 'versionMismatch'],
  async handler({ db, actor, params, ifMatch, audit, changed }) {
    audit({ subject: { kind: 'tower', id: params.id } })
    const lockedTower = await db.selectFrom('towers').select('id').where('id', '=', params.id).forUpdate().executeTakeFirst()
    const row = lockedTower && (await towerRows(db).where('towers.id', '=', params.id).executeTakeFirst())
    if (!row) throw new Failure('notFound', 'This tower doesn’t exist.')
    const before = presentTower(actor, row)
    ifMatch(before.version)
    const empty = towerIsEmpty({ counts: before.counts, history: row.history_count })
    if (empty !== true) throw new Failure('stillInUse', empty)
    await db.deleteFrom('towers').where('id', '=', params.id).execute()
    audit({ subject: { kind: 'tower', id: params.id }, before })
    await changed('tower', params.id)
    return null
  },
})
