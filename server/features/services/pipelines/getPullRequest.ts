import { sql } from 'kysely'
import { Type } from 'typebox'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { lookNow } from './look.ts'
import { presentPullRequest, readPullRequests } from './queries.ts'
import { PullRequestLook } from './schemas.ts'

const maxFiles = 100

export const getPullRequest = operation({
  id: 'getPullRequest',
  method: 'GET',
  path: '/pipelines/pullRequests/{number}',
  tag: 'pipelines',
  summary: 'Get a Slipway pull request from its host, with changed files',
  access: 'adminOrAuditor',
  params: Type.Object({ number: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }) }, { additionalProperties: false }),
  answers: { 200: PullRequestLook },
  errors: ['notFound', 'outsideFailed'],
  async prepare({ db, clients, params }) {
    const [row] = await readPullRequests(db, sql`where p.number = ${params.number} order by p.opened_at desc limit 1`)
    if (!row) throw new Failure('notFound', 'Slipway has no pull request with this number.')
    const now = await lookNow(clients, row)
    const files = now.state === 'open' ? await clients.git.changedFiles('main', now.head_sha) : []
    return { row: now, files }
  },
  async handler({ actor, now }, { row, files }) {
    const pull = presentPullRequest(actor, { ...row, scanned_at: now() })
    return { ...pull, files: files.slice(0, maxFiles), moreFiles: files.length > maxFiles }
  },
})
