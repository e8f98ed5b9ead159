import { isKeyOf } from '../../../shared/isKeyOf.ts'
import { count, describeWait } from '../../../shared/waits.ts'
import { formatDateTime, formatNumber } from '../../../ui/format.ts'
import { uiLabels } from '../../../ui/labels.ts'
import type { Tone } from '../../../ui/Status.tsx'
import type { ChangeKind, Replay, ReplayChange } from './types.ts'

export const changeDisplays: Record<ChangeKind, { label: string; tone: Tone }> = {
  noStage: { label: 'No approver available', tone: 'bad' },
  rejectedAutomatically: { label: 'Rejected automatically', tone: 'bad' },
  approvedAutomatically: { label: 'Approved automatically', tone: 'ok' },
  approvalAdded: { label: 'Approval added', tone: 'info' },
  fewerStages: { label: 'Fewer stages', tone: 'warn' },
  moreStages: { label: 'More stages', tone: 'info' },
  differentApprovers: { label: 'Different approvers or votes', tone: 'info' },
  differentDeadlines: { label: 'Different deadlines', tone: 'neutral' },
  differentReminders: { label: 'Different reminders', tone: 'neutral' },
}
export const changeKinds = Object.keys(changeDisplays) as ChangeKind[]
export const isChangeKind = (text: unknown): text is ChangeKind => typeof text === 'string' && Object.hasOwn(changeDisplays, text)

export function countsOf({ flows }: Pick<Replay, 'flows'>): Record<ChangeKind, number> {
  const counts = Object.fromEntries(changeKinds.map((kind) => [kind, 0])) as Record<ChangeKind, number>
  for (const { change, count } of flows) if (change) counts[change] += count
  return counts
}

/** Different reminders aren’t a different result. */
export const countReminders = (replay: Pick<Replay, 'flows'>) => countsOf(replay).differentReminders

type FlowEnd = Flow['from'] | Exclude<ChangeKind, keyof typeof sameEnds>
export interface Flow {
  from: 'stages' | 'approved' | 'rejected'
  to: FlowEnd
  count: number
}
const sameEnds = { approvedAutomatically: 'approved', rejectedAutomatically: 'rejected', differentReminders: 'stages' } as const
const endOf = (change: ChangeKind): FlowEnd => (isKeyOf(sameEnds, change) ? sameEnds[change] : change)
export const labelOfEnd = (end: FlowEnd): string =>
  end === 'stages' ? 'Needs the same approval' : end === 'approved' || end === 'rejected' ? startLabels[end] : changeDisplays[end].label
export const startLabels: Record<Flow['from'], string> = {
  stages: 'Needs approval',
  approved: 'Approved automatically',
  rejected: 'Rejected automatically',
}

export function flowsOf({ flows }: Pick<Replay, 'flows'>): Flow[] {
  const sums = new Map<string, Flow>()
  for (const { from, change, count } of flows) {
    const to = change ? endOf(change) : from
    const flow = sums.get(`${from}>${to}`) ?? { from, to, count: 0 }
    flow.count += count
    sums.set(`${from}>${to}`, flow)
  }
  return [...sums.values()]
}

/** Explains once why requests aren’t replayed; empty if all are. */
export function describeUnrecorded({ unrecorded, recordedSince }: Pick<Replay, 'unrecorded' | 'recordedSince'>): string {
  if (unrecorded === 0) return ''
  const since = recordedSince ? `all requests since ${formatDateTime(recordedSince)}` : 'new requests'
  return `${count(unrecorded, 'request')} can’t be replayed, because their facts weren’t recorded. Slipway has the facts of ${since}.`
}

export function describeReplayResult({
  checked,
  unrecorded,
  changed,
  ...replay
}: Pick<Replay, 'checked' | 'unrecorded' | 'changed' | 'flows'>): string {
  const reminders = countReminders(replay)
  const result = changed === 0 ? 'no difference in approval' : `${count(changed, 'request')} would have a different result`
  return `${count(checked - unrecorded, 'request')} replayed: ${result}${reminders > 0 ? `, different reminders in ${formatNumber(reminders)}` : ''}.`
}

/** Null means that no such stage was decided before, so there is no estimate. */
export function describeHours(hours: number | null): string {
  if (hours === null) return uiLabels.unknown
  return hours === 0 ? 'no wait' : describeWait(hours)
}

export const votesLabels: Record<NonNullable<ReplayChange['simulated']['votes']>, string> = { more: 'More votes', fewer: 'Fewer votes' }

export function describeReplayOutcome({ outcome, reason, stages, minimums = [] }: ReplayChange['actual']): string {
  if (outcome === 'stages') {
    const names = stages.map((name, index) => ((minimums[index] ?? 1) > 1 ? `${name} (${count(minimums[index]!, 'vote')})` : name))
    return `Approval by ${names.join(', then ')}`
  }
  if (outcome === 'noStage') return 'No approver available'
  return `${outcome === 'approved' ? 'Approved' : 'Rejected'} automatically: “${reason ?? ''}”`
}
