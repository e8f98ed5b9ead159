import { useQueryClient } from '@tanstack/react-query'
import { refresh } from '../../api/ask.ts'
import { problemOf } from '../../api/problem.ts'
import { listPendingApprovals } from '../../api/queries.ts'
import { ifMatch, useCall } from '../../api/useCall.ts'
import type { ApprovalItem } from '../../shared/requestTypes.ts'
import type { VoteResult } from './BulkDecision.tsx'
import { type Decision, outcomeOf } from './outcome.ts'

/** Casts a vote on the stage and version one saw, and says how it ended; never throws. */
export function useVote(): (item: ApprovalItem, decision: Decision, comment: string) => Promise<VoteResult> {
  const client = useQueryClient()
  const { mutateAsync } = useCall('decideAccountApproval', [
    'approval',
    'accountRequest',
    'accountUpdate',
    'accessRequest',
    'account',
    'sandboxRequest',
    'sandbox',
    'notification',
  ])
  return async (item, decision, comment) => {
    try {
      const after = await mutateAsync({
        params: { id: item.id },
        body: { decision, stage: item.stage, ...(comment && { comment }) },
        headers: ifMatch(item.version),
      })
      // It waits for one no longer: what is next must not be chosen among what was.
      client.setQueryData(listPendingApprovals().queryKey, (items) => items?.filter((one) => one.id !== item.id))
      return { tone: 'ok', text: outcomeOf(decision, after, item.stage) }
    } catch (error) {
      const { message, fields, code } = problemOf(error)
      // What one sees is old: others were quicker.
      if (code === 'alreadyDecided' || code === 'versionMismatch') void refresh(client, 'approval')
      if (code === 'alreadyDecided') return { tone: 'info', text: message }
      if (code === 'versionMismatch') return { tone: 'info', text: 'It has moved on since you opened it. Look at it once more.' }
      return { tone: 'bad', text: fields[0] ? `${message} ${fields[0].message}` : message }
    }
  }
}
