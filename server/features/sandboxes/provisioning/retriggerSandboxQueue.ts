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
  summary: 'Start failed or stuck work on sandboxes again',
  description:
    'The process is one of `provisioning`, `freezing`, `thawing`, `cleanup` (also what is quarantined), `queue` (whoever waits though there is room) and `metering` (what is spent is looked at now). Work that has failed is tried again, work that has not moved for 15 minutes goes on, and work that goes on by itself is left alone: calling it once too often does no harm.',
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
    const done = await retrigger({ db, jobs }, process, { askedBy: actor.id, now: now() })
    audit({ subject: { kind: 'sandboxQueue', id: process }, after: { retriggered: done.retriggered.map(({ sandboxId }) => sandboxId) } })
    await changed('sandboxAction', process)
    return { process, ...done, nothingToDo: done.retriggered.length === 0 }
  },
})
