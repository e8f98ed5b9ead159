import { sql } from 'kysely'
import { Type } from 'typebox'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { loadPullRequests, presentPullRequest } from './queries.ts'
import { refreshPullRequest } from './refreshPullRequest.ts'
import { PullRequestDetail } from './schemas.ts'

const maxFiles = 100

export const getPullRequest = operation({
  id: 'getPullRequest',
  method: 'GET',
  path: '/pipelines/pullRequests/{number}',
  tag: 'pipelines',
  summary: 'Get a pull request of Slipway with its current state and changed files',
  access: 'adminOrAuditor',
  params: Type.Object({ number: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }) }, { additionalProperties: false }),
  responses: { 200: PullRequestDetail },
  errors: ['notFound', 'outsideFailed'],
  async prepare({ db, clients, params }) {
    const [row] = await loadPullRequests(db, sql`where p.number = ${params.number} order by p.opened_at desc limit 1`)
    if (!row) throw new Failure('notFound', 'Slipway has no pull request with this number.')
    const now = await refreshPullRequest(clients, row)
    const files = now.state === 'open' ? await clients.git.changedFiles('main', now.head_sha) : []
    return { row: now, files }
  },
  async handler({ actor, now }, { row, files }) {
    const pullRequest = presentPullRequest(actor, { ...row, scanned_at: now() })
    return { ...pullRequest, files: files.slice(0, maxFiles), moreFiles: files.length > maxFiles }
  },
})
