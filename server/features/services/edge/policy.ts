import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'
import type { RolloutStatus } from '../../../db/tables.ts'

interface RolloutFacts {
  status: RolloutStatus
  /** Stores that failed, and stores that have not been begun. */
  failed: number
  left: number
  /** A wave is being worked at, or finished after a halt. */
  working: boolean
}

const onlyAdministrators = 'Only administrators roll out stores.'
const over: Partial<Record<RolloutStatus, string>> = {
  cancelled: 'The review was cancelled.',
  completed: 'It is completed.',
}

/** What the actor may do to a rollout now, or why not. */
export function rolloutCan(actor: Person, rollout: RolloutFacts): Record<'resume' | 'halt' | 'cancel', Verdict> {
  if (!actor.admin) return { resume: onlyAdministrators, halt: onlyAdministrators, cancel: onlyAdministrators }
  const { status } = rollout
  return { resume: mayResume(rollout), halt: status === 'running' || (over[status] ?? wordsOf(status)), cancel: mayCancel(rollout) }
}

function mayResume({ status, failed, working }: RolloutFacts): Verdict {
  if (status === 'running') return 'It is running.'
  if (status === 'halted')
    return working ? 'Stores that were under way are still being finished. Resume it once they are; that takes a minute or two.' : true
  if (status === 'built' && failed > 0) return true
  return over[status] ?? 'Every store is built; nothing has failed.'
}

function mayCancel({ status, left }: RolloutFacts): Verdict {
  if (over[status] !== undefined) return over[status]
  return status === 'built' || left === 0 ? 'Every store has been begun, so there is nothing left to cancel.' : true
}

const wordsOf = (status: RolloutStatus) => (status === 'halted' ? 'It is halted already.' : 'Every wave of it is done.')

export function mayLaunch(actor: Person): Verdict {
  return actor.admin || onlyAdministrators
}
