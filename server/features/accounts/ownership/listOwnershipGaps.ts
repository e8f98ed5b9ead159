import { sql } from 'kysely'
import { Type } from 'typebox'
import { findPage, ListQuery, Page, sortByIds } from '../../../http/list.ts'
import { operation } from '../../../http/operation.ts'
import { Uuid } from '../../../people/schemas.ts'
import { gapList } from './list.ts'
import { concernsPerson, isOpenGap, loadGaps } from './queries.ts'
import { OwnershipGap } from './schemas.ts'

export const listOwnershipGaps = operation({
  id: 'listOwnershipGaps',
  method: 'GET',
  path: '/accounts/ownership-gaps',
  tag: 'accounts',
  summary: 'List accounts with an ownership gap, oldest first',
  description:
    'Returns gaps of accounts that you own or are proposed to own, or whose family you own or tower you lead. Administrators and auditors get all gaps, unless `mine` is set.',
  access: 'signedIn',
  query: Type.Object(
    {
      ...ListQuery.properties,
      account: Type.Optional(Uuid),
      mine: Type.Optional(Type.Boolean({ description: 'Return only gaps that concern you, even if you are an administrator or auditor.' })),
    },
    { additionalProperties: false },
  ),
  responses: { 200: Page(OwnershipGap) },
  errors: ['invalidFilter'],
  async handler({ db, actor, query: { account, mine = false, ...query } }) {
    const canSeeAll = (actor.admin || actor.auditor) && !mine
    const condition = sql<boolean>`${isOpenGap} and ${canSeeAll ? sql`true` : concernsPerson(actor.id)} and ${account ? sql`a.id = ${account}` : sql`true`}`
    const { ids, ...page } = await findPage(db, gapList, query, condition)
    const gaps = await loadGaps(db, actor, sql<boolean>`g.id = any (${ids}::uuid[])`)
    return {
      ...page,
      items: sortByIds(
        ids,
        gaps.map(({ gap }) => gap),
      ),
    }
  },
})
