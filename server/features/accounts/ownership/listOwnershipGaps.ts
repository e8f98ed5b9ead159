import { sql } from 'kysely'
import { Type } from 'typebox'
import { findPage, inOrder, ListQuery, Page } from '../../../http/list.ts'
import { operation } from '../../../http/operation.ts'
import { Uuid } from '../../../people/schemas.ts'
import { gapList } from './list.ts'
import { concerning, readGaps, standing } from './queries.ts'
import { OwnershipGap } from './schemas.ts'

export const listOwnershipGaps = operation({
  id: 'listOwnershipGaps',
  method: 'GET',
  path: '/accounts/ownership-gaps',
  tag: 'accounts',
  summary: 'Accounts whose ownership waits for an answer, the oldest first',
  description:
    'Those the caller was asked to own, owns, or answers for as owner of the family or lead of the tower. Administrators and auditors see all, unless `mine` is asked for.',
  access: 'signedIn',
  query: Type.Object(
    {
      ...ListQuery.properties,
      account: Type.Optional(Uuid),
      mine: Type.Optional(Type.Boolean({ description: 'Only what concerns the caller by name.' })),
    },
    { additionalProperties: false },
  ),
  answers: { 200: Page(OwnershipGap) },
  errors: ['invalidFilter'],
  async handler({ db, actor, query: { account, mine = false, ...query } }) {
    const seesAll = (actor.admin || actor.auditor) && !mine
    const where = sql<boolean>`${standing} and ${seesAll ? sql`true` : concerning(actor.id)} and ${account ? sql`a.id = ${account}` : sql`true`}`
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
