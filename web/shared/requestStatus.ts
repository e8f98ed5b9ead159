import { Hourglass } from 'lucide-react'
import type { Icon } from '../ui/icon.ts'
import type { Tone } from '../ui/Status.tsx'
import { describeSince } from './waits.ts'

export interface RequestState {
  status: string
  waitingFor: string | null
  runStatus: string | null
  requester: { id: string; displayName: string }
  budgetRunStatus?: string | null
}

export interface StatusSentence {
  tone: Tone
  /** The default is the icon of the tone. */
  icon?: Icon
  sentence: string
}

export interface Reader {
  since?: string | undefined
  now?: number
  /** The reader's ID. The reader is called "you". */
  me?: string | undefined
}

export type StatusOf<Request> = (request: Request, reader?: Reader) => StatusSentence

interface RequestFacts {
  status: string
  waitingFor: string | null
  requester: { id: string; displayName: string }
}

export function describeRequestStatus(
  { status, waitingFor, requester }: RequestFacts,
  { since, now, me }: Reader,
  approved: () => StatusSentence,
): StatusSentence {
  const time = since ? ` ${describeSince(since, now)}` : ''
  switch (status) {
    case 'pending_approval':
      return { tone: 'info', icon: Hourglass, sentence: `Waiting for ${waitingFor ? describeStage(waitingFor) : 'a decision'}${time}` }
    case 'changes_requested':
      return { tone: 'warn', sentence: `Waiting for changes from ${requester.id === me ? 'you' : requester.displayName}${time}` }
    case 'approved':
      return approved()
    case 'rejected':
      return { tone: 'bad', sentence: 'Rejected' }
    case 'expired':
      return { tone: 'neutral', sentence: 'Expired without a decision' }
    case 'cancelled':
      return { tone: 'neutral', sentence: 'Withdrawn' }
    default:
      return { tone: 'neutral', sentence: status.replaceAll('_', ' ') }
  }
}

export function requestStatus(request: RequestState, reader: Reader = {}): StatusSentence {
  if (request.status === 'cancelled' && request.runStatus === 'cancelled') return { tone: 'neutral', sentence: 'Cancelled' }
  return describeRequestStatus(request, reader, () => setupStatus(request))
}

export const setupSentences = { running: 'Approved, setting up', failed: 'Approved, but setup failed' } as const

export const budgetSentences = { pending: 'Ready, budget not set yet', failed: 'Ready, but the budget couldn’t be set' } as const

function setupStatus({ runStatus, budgetRunStatus }: RequestState): StatusSentence {
  // Requests from before Slipway created accounts have no run.
  if (runStatus === null) return { tone: 'ok', sentence: 'Approved' }
  if (runStatus === 'succeeded' && budgetRunStatus)
    return budgetRunStatus === 'failed'
      ? { tone: 'bad', sentence: budgetSentences.failed }
      : { tone: 'warn', sentence: budgetSentences.pending }
  if (runStatus === 'succeeded') return { tone: 'ok', sentence: 'Ready' }
  if (runStatus === 'failed') return { tone: 'bad', sentence: setupSentences.failed }
  if (runStatus === 'cancelled') return { tone: 'neutral', sentence: 'Cancelled, rolling back' }
  return { tone: 'busy', sentence: setupSentences.running }
}

/** Formats a stage's name for use in a sentence: `the family owner`, but `the Cloud Architecture Board`. */
export function describeStage(stage: string): string {
  const [first = '', ...remainingParts] = stage.split(' ')
  const isName = remainingParts.some((word) => /^\p{Lu}/u.test(word))
  const name = isName ? stage : [first.toLocaleLowerCase(), ...remainingParts].join(' ')
  return /^an(y|other)?\b/.test(name) ? name : `the ${name}`
}
