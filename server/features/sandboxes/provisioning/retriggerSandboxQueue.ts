import { Type } from 'typebox'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { isProcess, processNames } from './processes.ts'
import { retrigger } from './retrigger.ts'
import { Retriggered } from './schemas.ts'

export const retriggerSandboxQueue = operation({
  id: 'retriggerSandboxQueue',
  method: 'POST',
  path: '/sandbox-requests/queue/{queueProcessName}/retrigger',
  tag: 'sandbox-requests',
  summary: 'Restart failed or stuck sandbox runs',
  description:
    'The process is one of `provisioning`, `freezing`, `thawing`, `cleanup` (including quarantined ones), `queue` (queued sandboxes with capacity) and `metering` (counts the spend now). Failed runs are retried, runs that have been stuck for 15 minutes continue, and active runs are left alone, so you can repeat the call.',
  access: 'admin',
  params: Type.Object(
    { queueProcessName: Type.String({ minLength: 1, maxLength: 60, description: `One of ${processNames.join(', ')}.` }) },
    { additionalProperties: false },
  ),
  answers: { 200: Retriggered },
  errors: ['notFound'],
  async handler({ db, jobs, actor, params, now, audit, changed }) {
    const process = params.queueProcessName
    audit({ subject: { kind: 'sandboxQueue', id: process } })
    if (!isProcess(process))
      throw new Failure('notFound', `There is no process “${process}”. The processes are ${processNames.join(', ')}.`)
    const done = await retrigger({ db, jobs }, process, { requestedBy: actor.id, now: now() })
    audit({ subject: { kind: 'sandboxQueue', id: process }, after: { retriggered: done.retriggered.map(({ sandboxId }) => sandboxId) } })
    await changed('sandboxAction', process)
    return { process, ...done, nothingToDo: done.retriggered.length === 0 }
  },
})
