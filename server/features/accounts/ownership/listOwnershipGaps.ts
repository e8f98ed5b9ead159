import { sql } from 'kysely'
import { Type } from 'typebox'
import { findPage, inOrder, ListQuery, Page } from '../../../http/list.ts'
import { operation } from '../../../http/operation.ts'
import { Uuid } from '../../../people/schemas.ts'
import { gapList } from './list.ts'
import { concerning, isOpenGap, readGaps } from './queries.ts'
import { OwnershipGap } from './schemas.ts'

export const listOwnershipGaps = operation({
  id: 'listOwnershipGaps',
  method: 'GET',
  path: '/accounts/ownership-gaps',
  tag: 'accounts',
  summary: 'List accounts with an ownership gap, oldest first',
  description:
    'Returns gaps for which you are proposed, own the account, own its family or lead its tower. Administrators and auditors get all, unless `mine` is set.',
  access: 'signedIn',
  query: Type.Object(
    {
      ...ListQuery.properties,
      account: Type.Optional(Uuid),
      mine: Type.Optional(Type.Boolean({ description: 'Only gaps that name you.' })),
    },
    { additionalProperties: false },
  ),
  answers: { 200: Page(OwnershipGap) },
  errors: ['invalidFilter'],
  async handler({ db, actor, query: { account, mine = false, ...query } }) {
    const seesAll = (actor.admin || actor.auditor) && !mine
    const where = sql<boolean>`${isOpenGap} and ${seesAll ? sql`true` : concerning(actor.id)} and ${account ? sql`a.id = ${account}` : sql`true`}`
    const { ids, ...page } = await findPage(db, gapList, query, where)
    const found = await readGaps(db, actor, sql<boolean>`g.id = any (${ids}::uuid[])`)
    return {
      ...page,
      items: inOrder(
        ids,
        found.map(({ gap }) => gap),
      ),
    }
  },
})
