import { sql } from 'kysely'
import { Type } from 'typebox'
import { ListQuery, Page } from '../../../http/list.ts'
import { operation } from '../../../http/operation.ts'
import { Uuid } from '../../../people/schemas.ts'
import { concerning, openGapsFrom, readGaps, standing } from './queries.ts'
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
      ...Type.Pick(ListQuery, ['page', 'size']).properties,
      account: Type.Optional(Uuid),
      mine: Type.Optional(Type.Boolean({ description: 'Only what concerns the caller by name.' })),
    },
    { additionalProperties: false },
  ),
  answers: { 200: Page(OwnershipGap) },
  async handler({ db, actor, query }) {
    const { page = 1, size = 25, account, mine = false } = query
    const seesAll = (actor.admin || actor.auditor) && !mine
    const where = sql<boolean>`${seesAll ? sql`true` : concerning(actor.id)} and ${account ? sql`a.id = ${account}` : sql`true`}`
    const [found, counted] = await Promise.all([
      readGaps(db, actor, where, { limit: size, offset: (page - 1) * size }),
      sql<{ total: number }>`select count(*) as total from ${openGapsFrom} where ${standing} and ${where}`.execute(db),
    ])
    return { items: found.map(({ gap }) => gap), page, size, total: counted.rows[0]?.total ?? 0, totalIsCapped: false }
  },
})
