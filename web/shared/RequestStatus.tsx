import { useQuery } from '@tanstack/react-query'
import { getMe } from '../api/queries.ts'
import { Status } from '../ui/Status.tsx'
import { useNow } from '../ui/useNow.ts'
import { type RequestState, requestStatus } from './requestStatus.ts'

/** How a request stands, as icon and sentence. `since`: when the present state began; `pill` beside a title. */
export function RequestStatus({ request, since, pill }: { request: RequestState; since?: string | undefined; pill?: boolean }) {
  const { tone, icon, sentence } = requestStatus(request, { since, now: useNow('halfMinute'), me: useQuery(getMe()).data?.id })
  return (
    <Status tone={tone} icon={icon} pill={pill}>
      {sentence}
    </Status>
  )
}
