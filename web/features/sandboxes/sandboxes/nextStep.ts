import { nearLimit } from './labels.ts'
import type { SandboxSummary } from './types.ts'

interface NextStep {
  text: string
  /** True if the sandbox freezes, ends or stays frozen unless the reader acts. */
  urgent: boolean
}

type Step = 'extendOrDelete' | 'resume' | 'undo' | 'extend' | 'backUp' | 'spend' | 'progress' | 'extensionRequested'

export const stepLabels: Record<Step, string> = {
  extendOrDelete: 'Extend or delete',
  resume: 'Resume or delete',
  undo: 'Undo deletion',
  extend: 'Extend or let it end',
  backUp: 'Back up your data',
  spend: 'Check spend',
  progress: 'View progress',
  extensionRequested: 'Extension requested',
}

/** Suggests the most useful action. The action itself is on the sandbox's page. */
export function nextStepOf(sandbox: SandboxSummary): NextStep | undefined {
  const { mine, needsAction } = sandbox
  const step = mine === 'owner' ? ownerStep(sandbox) : memberStep(sandbox)
  return step && { text: stepLabels[step], urgent: needsAction || (mine === 'member' && step !== 'progress') }
}

function ownerStep(sandbox: SandboxSummary): Step | undefined {
  const { status, lease, extension, budget, needsAction, deleteAt } = sandbox
  const isExtendable = extension === null && lease.extensionsUsed < lease.maxExtensions
  if (!needsAction && extension) return 'extensionRequested'
  if (status === 'frozen') return budget.limitReachedAt && isExtendable ? 'extendOrDelete' : 'resume'
  if (status === 'deleting') return needsAction || deleteAt ? 'undo' : undefined
  if (!needsAction) return status === 'provisioning' ? 'progress' : undefined
  if (status === 'expiring' && isExtendable) return 'extend'
  // The budget freezes the sandbox soon, at any percentage.
  return memberStep(sandbox) ?? 'spend'
}

function memberStep({ status, extension, budget }: SandboxSummary): Step | undefined {
  if (status === 'expiring' && !extension?.hours) return 'backUp'
  if ((status === 'active' || status === 'expiring') && budget.percent >= nearLimit) return 'spend'
  return status === 'provisioning' ? 'progress' : undefined
}

const order = ['frozen', 'expiring', 'deleting', 'failed', 'provisioning', 'queued', 'active', 'quarantined', 'deleted']

export function byUrgency(item: SandboxSummary, other: SandboxSummary): number {
  const place = (sandbox: SandboxSummary) => (sandbox.needsAction ? 0 : 10) + order.indexOf(sandbox.status) / 10
  return place(item) - place(other) || (item.lease.end ?? '9').localeCompare(other.lease.end ?? '9')
}
