import { sql } from 'kysely'
import { describeList, ListOptions, OptionsQuery } from '../../http/listOptions.ts'
import { operation } from '../../http/operation.ts'
import { livingSandboxes, sandboxList } from './list.ts'
import { seenBy } from './queries.ts'

export const getSandboxesAdvOptions = operation({
  id: 'getSandboxesAdvOptions',
  method: 'GET',
  path: '/sandboxes/adv/options',
  tag: 'sandboxes',
  summary: 'What sandboxes can be filtered and sorted by, with counts',
  access: 'signedIn',
  query: OptionsQuery,
  answers: { 200: ListOptions },
  errors: ['invalidFilter'],
  async handler({ db, actor, query, now }) {
    const everything = actor.admin || actor.auditor
    const scope = sql<boolean>`${livingSandboxes} and ${seenBy(actor)}`
    const named = (rows: { id: string; name: string }[]) => Object.fromEntries(rows.map(({ id, name }) => [id, name]))
    return describeList(db, sandboxList(now()), query, scope, {
      tower: async () => named(await db.selectFrom('towers').select(['id', 'name']).execute()),
      template: async () =>
        named(
          await db
            .selectFrom('sandbox_templates')
            .select(['id', 'name'])
            .$if(!everything, (some) => some.where('visibility', '<>', 'hidden'))
            .execute(),
        ),
    })
  },
})
