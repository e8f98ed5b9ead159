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
    return { text: budget.limitReachedAt && extendable ? 'Ask for more, or end it' : 'Thaw it, or end it', urgent: true }
  if (status === 'deleting' && owner) return { text: 'Take it back?', urgent: true }
  if (status === 'expiring') return { text: owner && extendable ? 'Extend it, or let it end' : 'Save what you need', urgent: true }
  if (status === 'active' && budget.percent >= nearLimit) return { text: 'See what it costs', urgent: true }
  if (status === 'provisioning') return { text: 'See it being set up', urgent: false }
  return undefined
}

const order = ['frozen', 'expiring', 'deleting', 'failed', 'provisioning', 'queued', 'active', 'quarantined', 'deleted']

export function byUrgency(one: SandboxSummary, other: SandboxSummary): number {
  const place = (sandbox: SandboxSummary) => (nextStepOf(sandbox)?.urgent ? 0 : 10) + order.indexOf(sandbox.status) / 10
  return place(one) - place(other) || (one.lease.end ?? '9').localeCompare(other.lease.end ?? '9')
}
