import { sql } from 'kysely'
import { describeList, ListOptions, OptionsQuery } from '../../../http/listOptions.ts'
import { operation } from '../../../http/operation.ts'
import { notDeletedSql, sandboxList } from './list.ts'
import { visibleTo } from './sandboxRows.ts'
import { templateVisibleTo } from './templateVisibility.ts'

export const getSandboxesAdvOptions = operation({
  id: 'getSandboxesAdvOptions',
  method: 'GET',
  path: '/sandboxes/adv/options',
  tag: 'sandboxes',
  summary: 'List the filter and sort fields of sandboxes, with counts',
  access: 'signedIn',
  query: OptionsQuery,
  responses: { 200: ListOptions },
  errors: ['invalidFilter'],
  handler({ db, actor, query, now }) {
    const scope = sql<boolean>`${notDeletedSql} and ${visibleTo(actor)}`
    return describeList(db, sandboxList(now()), query, scope, {
      tower: sql`select id, name from towers`,
      template: sql`select id, name from sandbox_templates where ${templateVisibleTo(actor)}`,
    })
  },
})
