import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'
import type { RolloutStatus } from '../../../db/tables.ts'

interface RolloutFacts {
  status: RolloutStatus
  /** `remaining` counts the stores that have not started. */
  failed: number
  remaining: number
  /** True if a wave is in progress, or is finishing after a halt. */
  working: boolean
}

export const onlyAdministrators = 'Only administrators can manage rollouts.'
const endedMessages: Partial<Record<RolloutStatus, string>> = {
  cancelled: 'This rollout was cancelled.',
  completed: 'This rollout is complete.',
}

export function rolloutCan(actor: Person, rollout: RolloutFacts): Record<'resume' | 'halt' | 'cancel', Verdict> {
  if (!actor.admin) return { resume: onlyAdministrators, halt: onlyAdministrators, cancel: onlyAdministrators }
  const { status } = rollout
  return {
    resume: canResume(rollout),
    halt: status === 'running' || (endedMessages[status] ?? messageOf(status)),
    cancel: canCancel(rollout),
  }
}

function canResume({ status, failed, working }: RolloutFacts): Verdict {
  if (status === 'running') return 'This rollout is running. Halt it first.'
  if (status === 'halted') return working ? 'Stores in progress are still finishing. Resume the rollout in a minute or two.' : true
  if (status === 'built' && failed > 0) return true
  return endedMessages[status] ?? 'There is nothing to resume, because every store is built and none has failed.'
}

export const nothingToCancel = 'Every store has already started, so none can be cancelled.'

function canCancel({ status, remaining }: RolloutFacts): Verdict {
  if (endedMessages[status] !== undefined) return endedMessages[status]
  return status === 'built' || remaining === 0 ? nothingToCancel : true
}

const messageOf = (status: RolloutStatus) =>
  status === 'halted' ? 'This rollout is already halted.' : 'Every wave of this rollout has finished.'

export function canLaunch(actor: Person): Verdict {
  return actor.admin || onlyAdministrators
}
