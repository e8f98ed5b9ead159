import { useQuery } from '@tanstack/react-query'
import { getMe } from '../api/queries.ts'
import { Status } from '../ui/Status.tsx'
import { useNow } from '../ui/useNow.ts'
import type { RequestState } from './requestStatus.ts'
import { updateStatus } from './updateStatus.ts'

/** How a change of an account stands, as icon and sentence. `since`: when the present state began; `pill` beside a title. */
export function UpdateStatus({ update, since, pill }: { update: RequestState; since?: string | undefined; pill?: boolean }) {
  const { tone, icon, sentence } = updateStatus(update, { since, now: useNow('halfMinute'), me: useQuery(getMe()).data?.id })
  return (
    <Status tone={tone} icon={icon} pill={pill}>
      {sentence}
    </Status>
  )
}
