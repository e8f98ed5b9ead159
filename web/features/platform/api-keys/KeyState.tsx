import { EndedIcon, Status } from '../../../ui/Status.tsx'
import type { ApiKey } from './types.ts'

export function KeyState({ apiKey: { state, owner } }: { apiKey: ApiKey }) {
  if (state === 'revoked')
    return (
      <Status tone="neutral" icon={EndedIcon}>
        Revoked
      </Status>
    )
  if (state === 'expired')
    return (
      <Status tone="neutral" icon={EndedIcon}>
        Expired
      </Status>
    )
  if (!owner.active) return <Status tone="warn">Owner has left</Status>
  return state === 'ending' ? <Status tone="warn">Expires soon</Status> : <Status tone="ok">Active</Status>
}
