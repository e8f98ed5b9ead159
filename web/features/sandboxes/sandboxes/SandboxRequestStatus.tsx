import { useQuery } from '@tanstack/react-query'
import { getMe } from '../../../api/queries.ts'
import { Status } from '../../../ui/Status.tsx'
import { useNow } from '../../../ui/useNow.ts'
import { type RequestState, requestStanding } from './requestStanding.ts'

interface SandboxRequestStatusProps {
  request: RequestState
  /** When the present state began. */
  since?: string | undefined
  pill?: boolean
}

/** How a request for a sandbox stands, as icon and sentence. */
export function SandboxRequestStatus({ request, since, pill = false }: SandboxRequestStatusProps) {
  const { tone, icon, sentence } = requestStanding(request, { since, now: useNow('halfMinute'), me: useQuery(getMe()).data?.id })
  return (
    <Status tone={tone} pill={pill} {...(icon && { icon })}>
      {sentence}
    </Status>
  )
}
