import { Type } from 'typebox'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { queueKind, restore } from '../../../workflows/pauses.ts'
import { requireQueue } from './queues.ts'
import { QueueParams } from './schemas.ts'

export const resumeQueue = operation({
  id: 'resumeQueue',
  method: 'POST',
  path: '/cockpit/queues/{name}/resume',
  tag: 'cockpit',
  summary: 'Resume a paused queue with the jobs it held',
  access: 'admin',
  params: QueueParams,
  responses: { 200: Type.Object({ restored: Type.Integer({ description: 'Number of held jobs that are due now.' }) }) },
  errors: ['notFound', 'wrongState'],
  async handler({ db, params, audit, changed }) {
    const subject = { kind: 'queue', id: params.name }
    audit({ subject })
    const queue = requireQueue(params.name)
    const pause = await db.deleteFrom('queue_pauses').where('queue', '=', queue).returningAll().executeTakeFirst()
    if (!pause) throw new Failure('wrongState', 'This queue isn’t paused.')
    const restoredJobs = await restore(db, queue)
    const { reason, paused_at, paused_by } = pause
    audit({ subject, before: { paused: true, reason, since: paused_at, by: paused_by }, after: { paused: false, restored: restoredJobs } })
    await changed(queueKind, queue)
    return { restored: restoredJobs }
  },
})
