import type { SandboxSummary } from './types.ts'
import { nearLimit } from './words.ts'

export interface NextStep {
  text: string
  /** The sandbox freezes, ends or stays frozen without this step. */
  urgent: boolean
}

/** The step that its owner would most likely take next. */
export function nextStepOf({ status, lease, budget, mine }: SandboxSummary): NextStep | undefined {
  const owner = mine === 'owner'
  const extendable = lease.extensionsUsed < lease.maxExtensions
  if (status === 'frozen' && owner)
    return { text: budget.limitReachedAt && extendable ? 'Extend or delete' : 'Resume or delete', urgent: true }
  if (status === 'deleting' && owner) return { text: 'Undo deletion', urgent: true }
  if (status === 'expiring') return { text: owner && extendable ? 'Extend or let it end' : 'Back up your data', urgent: true }
  if (status === 'active' && budget.percent >= nearLimit) return { text: 'Check spend', urgent: true }
  if (status === 'provisioning') return { text: 'View progress', urgent: false }
  return undefined
}

const order = ['frozen', 'expiring', 'deleting', 'failed', 'provisioning', 'queued', 'active', 'quarantined', 'deleted']

export function byUrgency(one: SandboxSummary, other: SandboxSummary): number {
  const place = (sandbox: SandboxSummary) => (nextStepOf(sandbox)?.urgent ? 0 : 10) + order.indexOf(sandbox.status) / 10
  return place(one) - place(other) || (one.lease.end ?? '9').localeCompare(other.lease.end ?? '9')
}
