import { useQuery } from '@tanstack/react-query'
import { getMe } from '../../../api/queries.ts'
import { Status } from '../../../ui/Status.tsx'
import { useNow } from '../../../ui/useNow.ts'
import { type AccessRequestState, accessRequestStatus } from './accessRequestStatus.ts'
import type { AccessRequestItem } from './types.ts'

interface AccessRequestStatusProps {
  request: AccessRequestState
  /** When the present state began. */
  since?: string | undefined
  pill?: boolean
}

/** How a request for access stands, as icon and sentence. */
export function AccessRequestStatus({ request, since, pill = false }: AccessRequestStatusProps) {
  const { tone, icon, sentence } = accessRequestStatus(request, { since, now: useNow('halfMinute'), me: useQuery(getMe()).data?.id })
  return (
    <Status tone={tone} pill={pill} {...(icon && { icon })}>
      {sentence}
    </Status>
  )
}

/** A request of a list in the terms of its status. */
export function stateOf(item: AccessRequestItem): AccessRequestState {
  return { ...item, waitingFor: item.waiting?.for ?? null }
}
