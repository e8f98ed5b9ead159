import { v7 as uuidv7 } from 'uuid'
import { Failure } from '../../../errors.ts'
import { normalizeName } from '../../../http/name.ts'
import { operation, reply } from '../../../http/operation.ts'
import { checkSharing, checkView } from './checkView.ts'
import { canShare, viewsCan } from './policy.ts'
import { loadView, towersOf, visibleToPerson } from './queries.ts'
import { NewView, View } from './schemas.ts'

export const createView = operation({
  id: 'createView',
  method: 'POST',
  path: '/views',
  tag: 'views',
  summary: 'Save a view of a screen',
  access: 'signedIn',
  body: NewView,
  responses: { 201: View },
  errors: ['invalidFilter', 'nameTaken', 'conflict', 'forbidden'],
  async handler({ db, actor, body, now, allow, audit, changed }) {
    const { screen, name, filter = null, search = null, sort = null, columns = null, density = null } = body
    const { sharedWith = 'private', towerId = null } = body
    checkView(actor, { filter, sort }, sharedWith)
    checkSharing({ sharedWith, towerId })
    allow(canShare(actor, { sharedWith, towerId }, await towersOf(db, actor)))
    // The lock serialises the creation of views, so that concurrent calls can't exceed the limit.
    await db.selectFrom('people').select('id').where('id', '=', actor.id).forNoKeyUpdate().execute()
    const ownViews = await db
      .selectFrom('saved_views')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('owner_id', '=', actor.id)
      .where('screen', '=', screen)
      .executeTakeFirstOrThrow()
    const { create } = viewsCan(actor, ownViews.count)
    if (create !== true) throw new Failure('conflict', create)
    const id = uuidv7()
    await db
      .insertInto('saved_views')
      .values({
        id,
        owner_id: actor.id,
        screen,
        name: normalizeName(name),
        filter,
        search,
        sort,
        shown_columns: columns,
        density,
        sharing: sharedWith,
        tower_id: towerId,
        updated_at: now(),
      })
      .execute()
    const after = await loadView(db, actor, id)
    audit({ subject: { kind: 'view', id }, after })
    await changed('view', id, visibleToPerson(after))
    return reply(201, after, { location: `/views?screen=${screen}` })
  },
})
