import { sql } from 'kysely'
import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { hasPendingRun, loadPullRequests, presentPullRequest } from './queries.ts'
import { RunPullRequest } from './schemas.ts'

const max = 100

export const listPullRequests = operation({
  id: 'listPullRequests',
  method: 'GET',
  path: '/pipelines/pullRequests',
  tag: 'pipelines',
  summary: 'List the latest 100 pull requests that are waiting or failed',
  access: 'adminOrAuditor',
  responses: {
    200: Type.Object({
      merge: Type.Enum(['automatic', 'onRequest'], {
        description: 'automatic: Slipway merges when the checks pass; onRequest: an administrator merges.',
      }),
      items: Type.Array(RunPullRequest),
      more: Type.Boolean(),
    }),
  },
  async handler({ db, actor, config }) {
    const rows = await loadPullRequests(db, sql`where ${hasPendingRun} order by p.opened_at desc, p.number desc limit ${max + 1}`)
    return { merge: config.merge, items: rows.slice(0, max).map((row) => presentPullRequest(actor, row)), more: rows.length > max }
  },
})
