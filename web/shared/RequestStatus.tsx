import { useQuery } from '@tanstack/react-query'
import { getMe } from '../api/queries.ts'
import { Status } from '../ui/Status.tsx'
import { useNow } from '../ui/useNow.ts'
import type { StatusOf } from './requestStatus.ts'

interface RequestStatusProps<Request> {
  request: Request
  statusOf: StatusOf<Request>
  since?: string | undefined
  pill?: boolean
}

export function RequestStatus<Request>({ request, statusOf, since, pill }: RequestStatusProps<Request>) {
  const { tone, icon, sentence } = statusOf(request, { since, now: useNow('halfMinute'), me: useQuery(getMe()).data?.id })
  return (
    <Status tone={tone} icon={icon} pill={pill}>
      {sentence}
    </Status>
  )
}
