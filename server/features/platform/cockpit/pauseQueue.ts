import { Type } from 'typebox'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { queueKind } from '../../../workflows/pauses.ts'
import { loadPauses } from './pauses.ts'
import { requireQueue } from './queues.ts'
import { QueueParams, QueuePause } from './schemas.ts'

export const pauseQueue = operation({
  id: 'pauseQueue',
  method: 'POST',
  path: '/cockpit/queues/{name}/pause',
  tag: 'cockpit',
  summary: 'Pause a queue, keeping its jobs',
  description:
    'A running job stops at its next checkpoint. New jobs are held until the queue resumes, without duplicates. Needs a step-up sign-in.',
  access: 'admin',
  stepUp: 'always',
  duringRestore: true,
  params: QueueParams,
  body: Type.Object(
    { reason: Type.String({ minLength: 10, maxLength: 500, description: 'Reason for the pause, shown in the cockpit.' }) },
    { additionalProperties: false },
  ),
  responses: { 200: QueuePause },
  errors: ['notFound', 'wrongState'],
  async handler({ db, actor, params, body: { reason }, now, audit, changed }) {
    const subject = { kind: 'queue', id: params.name }
    audit({ subject })
    const queue = requireQueue(params.name)
    const paused = await db
      .insertInto('queue_pauses')
      .values({ queue, reason, paused_by: actor.id, paused_at: now() })
      .onConflict((conflict) => conflict.doNothing())
      .returning('queue')
      .executeTakeFirst()
    if (!paused) throw new Failure('wrongState', 'This queue is already paused.')
    audit({ subject, before: { paused: false }, after: { paused: true, reason } })
    await changed(queueKind, queue)
    return (await loadPauses(db)).find((each) => each.queue === queue)!
  },
})
