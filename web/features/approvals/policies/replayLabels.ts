import { describeWait } from '../../../shared/waits.ts'
import type { Tone } from '../../../ui/Status.tsx'
import type { ChangeKind, Replay, ReplayChange } from './types.ts'

/** Sorted by importance. */
export const changeFaces: Record<ChangeKind, { label: string; tone: Tone }> = {
  nobodyDecides: { label: 'No approver available', tone: 'bad' },
  rejectedAtOnce: { label: 'Automatically rejected', tone: 'bad' },
  approvedAtOnce: { label: 'Automatically approved', tone: 'ok' },
  askedFirst: { label: 'Approval added', tone: 'info' },
  fewerStages: { label: 'Fewer stages', tone: 'warn' },
  moreStages: { label: 'More stages', tone: 'info' },
  otherPeople: { label: 'Different approvers', tone: 'info' },
  otherTimes: { label: 'Different deadlines', tone: 'neutral' },
}
export const changeKinds = Object.keys(changeFaces) as ChangeKind[]
export const isChangeKind = (text: unknown): text is ChangeKind => typeof text === 'string' && Object.hasOwn(changeFaces, text)

export function countsOf({ flows }: Pick<Replay, 'flows'>): Record<ChangeKind, number> {
  const counts = Object.fromEntries(changeKinds.map((kind) => [kind, 0])) as Record<ChangeKind, number>
  for (const { change, count } of flows) if (change) counts[change] += count
  return counts
}

type End = 'asked' | 'askedOtherwise' | 'approved' | 'rejected' | 'nobody'
export interface Flow {
  from: 'asked' | 'approved' | 'rejected'
  to: End
  count: number
}
const ends: Record<ChangeKind, End> = {
  approvedAtOnce: 'approved',
  rejectedAtOnce: 'rejected',
  nobodyDecides: 'nobody',
  askedFirst: 'askedOtherwise',
  moreStages: 'askedOtherwise',
  fewerStages: 'askedOtherwise',
  otherPeople: 'askedOtherwise',
  otherTimes: 'askedOtherwise',
}
export const endLabel: Record<End, string> = {
  asked: 'Needs approval as before',
  askedOtherwise: 'Needs different approval',
  approved: 'Automatically approved',
  rejected: 'Automatically rejected',
  nobody: 'No approver available',
}
export const startLabels: Record<Flow['from'], string> = {
  asked: 'Needs approval',
  approved: 'Automatically approved',
  rejected: 'Automatically rejected',
}

/** Adds up counts by actual and simulated outcome for the chart. */
export function flowsOf({ flows }: Pick<Replay, 'flows'>): Flow[] {
  const sums = new Map<string, Flow>()
  for (const { from, change, count } of flows) {
    const to = change ? ends[change] : from
    const flow = sums.get(`${from}>${to}`) ?? { from, to, count: 0 }
    flow.count += count
    sums.set(`${from}>${to}`, flow)
  }
  return [...sums.values()]
}

/** “about 20 hours”; null means that the stage has no past decisions to estimate from. */
export function describeHours(hours: number | null): string {
  if (hours === null) return 'unknown'
  return hours === 0 ? 'no wait' : describeWait(hours)
}

/** “Asked: tower lead, then family owner”. */
export function describeSide({ outcome, because, stages }: ReplayChange['was']): string {
  if (outcome === 'asked') return `Approval by ${stages.join(', then ')}`
  if (outcome === 'nobody') return 'No approver available'
  return `Automatically ${outcome === 'approved' ? 'approved' : 'rejected'}: “${because ?? ''}”`
}
