import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { Uuid } from '../../../people/schemas.ts'
import { loadView } from './queries.ts'
import { ViewsQuery } from './schemas.ts'

export const setDefaultView = operation({
  id: 'setDefaultView',
  method: 'PATCH',
  path: '/views/default',
  tag: 'views',
  summary: 'Set your default view of a screen',
  access: 'signedIn',
  body: Type.Object(
    {
      ...ViewsQuery.properties,
      viewId: Type.Unsafe<string | null>({ ...Uuid, type: ['string', 'null'], description: 'ID of the view; null for no default view.' }),
    },
    { additionalProperties: false },
  ),
  responses: { 204: Type.Null() },
  errors: ['notFound'],
  async handler({ db, actor, body: { screen, viewId }, audit, changed }) {
    if (viewId === null) await db.deleteFrom('default_views').where('person_id', '=', actor.id).where('screen', '=', screen).execute()
    else {
      const view = await loadView(db, actor, viewId)
      await db
        .insertInto('default_views')
        .values({ person_id: actor.id, screen, view_id: view.id })
        .onConflict((conflict) => conflict.columns(['person_id', 'screen']).doUpdateSet({ view_id: view.id }))
        .execute()
    }
    audit({ subject: { kind: 'person', id: actor.id }, after: { screen, viewId } })
    await changed('view', viewId ?? screen, [actor.id])
    return null
  },
})
