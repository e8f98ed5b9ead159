import { ListQuery, loadPage, Page } from '../../../http/list.ts'
import { operation } from '../../../http/operation.ts'
import { readStuckWork, stuckList } from './stuck/list.ts'
import { StuckItem } from './stuck/schemas.ts'

export const listStuckWork = operation({
  id: 'listStuckWork',
  method: 'GET',
  path: '/work/stuck',
  tag: 'work',
  summary: 'List everything that needs a person to continue, with its cause and who waits for it',
  description:
    'Includes failed and stalled runs, blocked pull requests, failed and quarantined sandboxes, halted rollouts, and queues with failed jobs. Default: what people wait for first, then the longest stuck. `retry` names the operation that retries an item.',
  access: 'adminOrAuditor',
  query: ListQuery,
  responses: { 200: Page(StuckItem) },
  errors: ['invalidFilter'],
  handler({ db, actor, query, now }) {
    const at = now()
    return loadPage(db, stuckList(db, at), query, undefined, readStuckWork(actor, at))
  },
})
