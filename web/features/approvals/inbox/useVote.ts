import { useQueryClient } from '@tanstack/react-query'
import { problemOf } from '../../../api/problem.ts'
import { type Kind, refresh } from '../../../api/queryCall.ts'
import { confirmFirst } from '../../../api/stepUp.ts'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import type { ApprovalItem } from '../../../shared/requestTypes.ts'
import { count } from '../../../shared/waits.ts'
import { subjectOf } from '../../../subjects.ts'
import type { Tone } from '../../../ui/Status.tsx'
import type { Decision } from './labels.ts'
import { decisionOn } from './labels.ts'
import { outcomeOf, outcomeOfMany } from './outcome.ts'

export interface VoteResult {
  tone: Tone
  text: string
}

const changedKinds: readonly Kind[] = [
  'approval',
  'accountRequest',
  'accountUpdate',
  'accessRequest',
  'account',
  'sandboxRequest',
  'sandbox',
  'privilegedRole',
  'approvalPolicy',
  'notification',
]

const waitsForConfirmation: VoteResult = { tone: 'info', text: 'Confirm your identity to continue. No vote has been recorded yet.' }

function describeSubject(item: ApprovalItem): string {
  const { name, title } = subjectOf(item)
  return `${name}${title ? ` (${title})` : ''} for ${item.requester.displayName}`
}

/** Decided approvals are removed from all cached lists, so that the next approval isn’t one of them. */
function useRemoveFromCache(): (ids: readonly string[]) => void {
  const client = useQueryClient()
  return (ids) => {
    client.setQueriesData<{ items: ApprovalItem[]; total: number }>({ queryKey: ['listInbox'] }, (page) => {
      const items = page?.items.filter((entry) => !ids.includes(entry.id))
      return page && items && { ...page, items, total: page.total - (page.items.length - items.length) }
    })
  }
}

/** Votes on the stage and version that the reader saw. The function never throws. */
export function useVote(): (item: ApprovalItem, decision: Decision, comment: string) => Promise<VoteResult> {
  const client = useQueryClient()
  const removeFromCache = useRemoveFromCache()
  const { mutateAsync } = useCall('decideAccountApproval', changedKinds)
  return async (item, decision, comment) => {
    try {
      const after = await mutateAsync({
        params: { id: item.id },
        body: { decision, stage: item.stage, ...(comment && { comment }) },
        headers: ifMatch(item.version),
      })
      removeFromCache([item.id])
      return { tone: 'ok', text: outcomeOf(decision, after, item.stage) }
    } catch (error) {
      const { message, fields, code } = problemOf(error)
      if (code === 'stepUpNeeded') {
        confirmFirst(decisionOn('approve', describeSubject(item)))
        return waitsForConfirmation
      }
      // Another approver was faster, so the lists are refetched.
      if (code === 'alreadyDecided' || code === 'versionMismatch') void refresh(client, 'approval')
      if (code === 'alreadyDecided') return { tone: 'info', text: message }
      if (code === 'versionMismatch')
        return { tone: 'info', text: 'This request changed after you opened it. No vote was recorded. Review the latest version.' }
      return { tone: 'bad', text: fields[0] ? `${message} ${fields[0].message}` : message }
    }
  }
}

const tones: Record<string, Tone> = { counted: 'ok', stale: 'info', denied: 'bad', failed: 'bad' }

/** Votes on several approvals in one call. The function never throws. */
export function useVoteBatch(): (
  items: readonly ApprovalItem[],
  decision: Decision,
  comment: string,
) => Promise<ReadonlyMap<string, VoteResult>> {
  const removeFromCache = useRemoveFromCache()
  const { mutateAsync } = useCall('bulkDecideApprovals', changedKinds)
  return async (items, decision, comment) => {
    try {
      const { results } = await mutateAsync({
        body: { items: items.map(({ id, stage, version }) => ({ id, stage, version })), decision, ...(comment && { comment }) },
      })
      removeFromCache(results.filter(({ outcome }) => outcome === 'counted').map(({ id }) => id))
      return new Map(
        results.map(({ id, outcome, status, message }) => {
          const item = items.find((entry) => entry.id === id)
          const text = item && status ? outcomeOfMany(decision, item, status) : message
          return [id, { tone: tones[outcome] ?? 'bad', text }]
        }),
      )
    } catch (error) {
      const { message, code } = problemOf(error)
      if (code === 'stepUpNeeded') {
        confirmFirst(`${decisionOn('approve', count(items.length, 'request'))}: ${items.map(describeSubject).join('; ')}`)
        return new Map()
      }
      return new Map(items.map(({ id }) => [id, { tone: 'bad', text: message }]))
    }
  }
}
