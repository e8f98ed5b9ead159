import { nearLimit } from './labels.ts'
import type { SandboxSummary } from './types.ts'

interface NextStep {
  text: string
  /** True if the sandbox freezes, ends or stays frozen without this step. */
  urgent: boolean
}

type Step = 'extendOrDelete' | 'resume' | 'undo' | 'extend' | 'backUp' | 'spend' | 'progress'

export const stepLabels: Record<Step, string> = {
  extendOrDelete: 'Extend or delete',
  resume: 'Resume or delete',
  undo: 'Undo deletion',
  extend: 'Extend or let it end',
  backUp: 'Back up your data',
  spend: 'Check spend',
  progress: 'View progress',
}

/** Suggests the most useful action. The action itself is on the sandbox's page. */
export function nextStepOf({ status, lease, budget, mine }: SandboxSummary): NextStep | undefined {
  const owner = mine === 'owner'
  const isExtendable = lease.extensionsUsed < lease.maxExtensions
  if (status === 'frozen' && owner)
    return { text: budget.limitReachedAt && isExtendable ? stepLabels.extendOrDelete : stepLabels.resume, urgent: true }
  if (status === 'deleting' && owner) return { text: stepLabels.undo, urgent: true }
  if (status === 'expiring') return { text: owner && isExtendable ? stepLabels.extend : stepLabels.backUp, urgent: true }
  if (status === 'active' && budget.percent >= nearLimit) return { text: stepLabels.spend, urgent: true }
  if (status === 'provisioning') return { text: stepLabels.progress, urgent: false }
  return undefined
}

const order = ['frozen', 'expiring', 'deleting', 'failed', 'provisioning', 'queued', 'active', 'quarantined', 'deleted']

export function byUrgency(item: SandboxSummary, other: SandboxSummary): number {
  const place = (sandbox: SandboxSummary) => (nextStepOf(sandbox)?.urgent ? 0 : 10) + order.indexOf(sandbox.status) / 10
  return place(item) - place(other) || (item.lease.end ?? '9').localeCompare(other.lease.end ?? '9')
}
