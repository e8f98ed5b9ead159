import { Type } from 'typebox'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { isPaused } from '../../../workflows/pauses.ts'

export const recheckInvariants = operation({
  id: 'recheckInvariants',
  method: 'POST',
  path: '/cockpit/invariants/check',
  tag: 'cockpit',
  summary: 'Check the data invariants now',
  description: 'The check runs in the background. `checkedAt` of `listInvariants` changes when it completes.',
  access: 'admin',
  perMinute: 30,
  responses: { 202: Type.Object({ queued: Type.Literal(true) }) },
  errors: ['wrongState'],
  async handler({ db, jobs, audit }) {
    if (await isPaused(db, 'checkInvariants'))
      throw new Failure('wrongState', 'The queue “Data invariants” is paused, so nothing would be checked. Resume the queue first.')
    await jobs.send(db, 'checkInvariants', {})
    audit({ subject: { kind: 'queue', id: 'checkInvariants' } })
    return { queued: true as const }
  },
})
