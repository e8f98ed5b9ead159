import { Type } from 'typebox'
import { findPage, ListQuery, Page } from '../../../http/list.ts'
import { operation } from '../../../http/operation.ts'
import { RunItem } from '../../../runs/schemas.ts'
import { loadRunItems } from './items.ts'
import { RunFilterSchema, runList, scopeOf } from './list.ts'

export const listRunsAdv = operation({
  id: 'listRunsAdv',
  method: 'GET',
  path: '/work/adv',
  tag: 'work',
  summary: 'List runs of all kinds by page, with status, time stuck and cause',
  description: 'Filter by kind, status, step, account, person and cause; sort by `stuckSince` to get the longest stuck first.',
  access: 'adminOrAuditor',
  query: Type.Object({ ...ListQuery.properties, show: RunFilterSchema }, { additionalProperties: false }),
  responses: { 200: Page(RunItem) },
  errors: ['invalidFilter'],
  async handler({ db, actor, query: { show = 'open', ...query } }) {
    const { ids, ...page } = await findPage(db, runList, { ...query, sort: query.sort ?? sortOf(show) }, scopeOf(show))
    return { ...page, items: await loadRunItems(db, actor, ids) }
  },
})

const sortOf = (show: string) => (show === 'stuck' ? 'stuckSince' : '-updatedAt')
