import { Type } from 'typebox'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { isProcess, processNames } from './processes.ts'
import { retrigger } from './retrigger.ts'
import { RetriggerResponse } from './schemas.ts'

export const retriggerSandboxQueue = operation({
  id: 'retriggerSandboxQueue',
  method: 'POST',
  path: '/sandbox-requests/queue/{queueProcessName}/retrigger',
  tag: 'sandbox-requests',
  summary: 'Restart failed or stuck sandbox runs',
  description:
    'Processes are `provisioning`, `freezing`, `resuming`, `cleanup` (including quarantined sandboxes), `queue` (starts queued sandboxes while there is capacity) and `metering` (counts the spend now). Failed runs and runs that have been stuck for 15 minutes are restarted; active runs aren’t affected, so repeating the call is safe.',
  access: 'admin',
  params: Type.Object(
    {
      queueProcessName: Type.String({ minLength: 1, maxLength: 60, description: `Process to restart: one of ${processNames.join(', ')}.` }),
    },
    { additionalProperties: false },
  ),
  responses: { 200: RetriggerResponse },
  errors: ['notFound'],
  async handler({ db, jobs, actor, params, now, audit, changed }) {
    const process = params.queueProcessName
    audit({ subject: { kind: 'sandboxQueue', id: process } })
    if (!isProcess(process))
      throw new Failure('notFound', `There is no process “${process}”. The processes are ${processNames.join(', ')}.`)
    const retriggerResult = await retrigger({ db, jobs }, process, { requestedBy: actor.id, current: now() })
    audit({
      subject: { kind: 'sandboxQueue', id: process },
      after: { retriggered: retriggerResult.retriggered.map(({ sandboxId }) => sandboxId) },
    })
    await changed('sandboxAction', process)
    return { process, ...retriggerResult, nothingToDo: retriggerResult.retriggered.length === 0 }
  },
})
