import { sql } from 'kysely'
import { Type } from 'typebox'
import { ListQuery, Page } from '../../../http/list.ts'
import { operation } from '../../../http/operation.ts'
import { Can } from '../../../people/schemas.ts'
import { whoMay } from '../../accounts/accounts/policy.ts'
import { readAccount } from '../../accounts/accounts/queries.ts'
import { AccountId } from '../../accounts/accounts/schemas.ts'
import { mayRaise } from './policy.ts'
import { readIncidents } from './queries.ts'
import { Incident } from './schemas.ts'

export const listAccountIncidents = operation({
  id: 'listAccountIncidents',
  method: 'GET',
  path: '/accounts/{id}/incidents',
  tag: 'incidents',
  summary: 'Incidents raised through Slipway against an account, the latest first',
  description:
    'All of them for its owners, administrators and auditors; everyone else sees those they raised. How they stand follows ServiceNow.',
  access: 'signedIn',
  params: AccountId,
  query: Type.Pick(ListQuery, ['page', 'size'], { additionalProperties: false }),
  answers: {
    200: Type.Object({ ...Page(Incident).properties, onlyYours: Type.Boolean({ description: 'Others may have raised more.' }), can: Can }),
  },
  errors: ['notFound'],
  async handler({ db, config, actor, params, query }) {
    const account = await readAccount(db, actor, params.id)
    const { page = 1, size = 25 } = query
    const onlyYours = whoMay(actor, 'seeAll', account) !== true
    const where = onlyYours
      ? sql<boolean>`i.account_id = ${account.id} and i.raised_by = ${actor.id}`
      : sql<boolean>`i.account_id = ${account.id}`
    const [items, counted] = await Promise.all([
      readIncidents(db, config, where, { limit: size, skip: (page - 1) * size }),
      db
        .selectFrom('incidents as i')
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .where(where)
        .executeTakeFirstOrThrow(),
    ])
    return { items, page, size, total: counted.total, totalIsCapped: false, onlyYours, can: { raise: mayRaise(account) } }
  },
})
