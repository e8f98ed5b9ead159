import { describeWait } from '../../../shared/waits.ts'
import type { Tone } from '../../../ui/Status.tsx'
import type { ChangeKind, Replay, ReplayChange } from './types.ts'

export const changeDisplays: Record<ChangeKind, { label: string; tone: Tone }> = {
  noStage: { label: 'No approver available', tone: 'bad' },
  rejectedAutomatically: { label: 'Rejected automatically', tone: 'bad' },
  approvedAutomatically: { label: 'Approved automatically', tone: 'ok' },
  approvalAdded: { label: 'Approval added', tone: 'info' },
  fewerStages: { label: 'Fewer stages', tone: 'warn' },
  moreStages: { label: 'More stages', tone: 'info' },
  differentApprovers: { label: 'Different approvers', tone: 'info' },
  differentDeadlines: { label: 'Different deadlines', tone: 'neutral' },
}
export const changeKinds = Object.keys(changeDisplays) as ChangeKind[]
export const isChangeKind = (text: unknown): text is ChangeKind => typeof text === 'string' && Object.hasOwn(changeDisplays, text)

export function countsOf({ flows }: Pick<Replay, 'flows'>): Record<ChangeKind, number> {
  const counts = Object.fromEntries(changeKinds.map((kind) => [kind, 0])) as Record<ChangeKind, number>
  for (const { change, count } of flows) if (change) counts[change] += count
  return counts
}

type FlowEnd = 'stages' | 'differentStages' | 'approved' | 'rejected' | 'noStage'
export interface Flow {
  from: 'stages' | 'approved' | 'rejected'
  to: FlowEnd
  count: number
}
const endByChange: Record<ChangeKind, FlowEnd> = {
  approvedAutomatically: 'approved',
  rejectedAutomatically: 'rejected',
  noStage: 'noStage',
  approvalAdded: 'differentStages',
  moreStages: 'differentStages',
  fewerStages: 'differentStages',
  differentApprovers: 'differentStages',
  differentDeadlines: 'differentStages',
}
export const endLabel: Record<FlowEnd, string> = {
  stages: 'Needs the same approval',
  differentStages: 'Needs different approval',
  approved: 'Approved automatically',
  rejected: 'Rejected automatically',
  noStage: 'No approver available',
}
export const startLabels: Record<Flow['from'], string> = {
  stages: 'Needs approval',
  approved: 'Approved automatically',
  rejected: 'Rejected automatically',
}

export function flowsOf({ flows }: Pick<Replay, 'flows'>): Flow[] {
  const sums = new Map<string, Flow>()
  for (const { from, change, count } of flows) {
    const to = change ? endByChange[change] : from
    const flow = sums.get(`${from}>${to}`) ?? { from, to, count: 0 }
    flow.count += count
    sums.set(`${from}>${to}`, flow)
  }
  return [...sums.values()]
}

/** Null means that no such stage was decided before, so there is no estimate. */
export function describeHours(hours: number | null): string {
  if (hours === null) return 'unknown'
  return hours === 0 ? 'no wait' : describeWait(hours)
}

export function describeReplayOutcome({ outcome, reason, stages }: ReplayChange['actual']): string {
  if (outcome === 'stages') return `Approval by ${stages.join(', then ')}`
  if (outcome === 'noStage') return 'No approver available'
  return `${outcome === 'approved' ? 'Approved' : 'Rejected'} automatically: “${reason ?? ''}”`
}
