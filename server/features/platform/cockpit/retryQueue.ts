import { sql } from 'kysely'
import { Type } from 'typebox'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import type { QueueName, Queues } from '../../../workflows/jobs.ts'
import { QueueParams } from './schemas.ts'

const max = 500

export const retryQueue = operation({
  id: 'retryQueue',
  method: 'POST',
  path: '/cockpit/queues/{name}/retry',
  tag: 'cockpit',
  summary: `Retry up to ${max} failed jobs of a queue, each with a fresh set of retries`,
  access: 'admin',
  params: QueueParams,
  responses: {
    200: Type.Object({
      queued: Type.Integer(),
      left: Type.Boolean({ description: 'True if more failed jobs remain. Call again to retry them.' }),
    }),
  },
  errors: ['notFound'],
  async handler({ db, jobs, params, audit }) {
    const queueRows = await sql<{ name: QueueName }>`select name from pgboss.queue where name = ${params.name}`.execute(db)
    const [queue] = queueRows.rows
    if (!queue) throw new Failure('notFound', 'This queue doesn’t exist.')
    const failedJobs = await sql<{ data: Queues[QueueName] }>`with dead as (
        select id from pgboss.job where name = ${queue.name} and state = 'failed' order by created_on limit ${max + 1} for update skip locked)
      delete from pgboss.job j using (select id from dead limit ${max}) d where j.name = ${queue.name} and j.id = d.id
      returning j.data`.execute(db)
    for (const { data } of failedJobs.rows) await jobs.send(db, queue.name, data ?? {})
    const remainingJobs = await sql<{
      some: boolean
    }>`select exists (select from pgboss.job where name = ${queue.name} and state = 'failed') as some`.execute(db)
    audit({ subject: { kind: 'queue', id: queue.name }, after: { queued: failedJobs.rows.length } })
    return { queued: failedJobs.rows.length, left: remainingJobs.rows[0]!.some }
  },
})
