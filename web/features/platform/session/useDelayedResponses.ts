import { useEffect, useRef } from 'react'
import { type DelayedResponse, onDelayedResponse } from '../../../api/delivery.ts'
import { useNavigateTo } from '../../../shared/useNavigateTo.ts'
import { pageOf } from '../../../subjects.ts'
import { toast } from '../../../ui/Toast.tsx'
import { sessionLabels } from './labels.ts'

function linkOf({ kinds: [kind], answer }: DelayedResponse): string | undefined {
  const { id, accountId } = (answer ?? {}) as { id?: unknown; accountId?: unknown }
  if (!kind || typeof id !== 'string') return undefined
  return pageOf(kind, id, typeof accountId === 'string' ? accountId : undefined)
}

/** Confirms calls that succeeded although their first response was lost, with a link to the record. */
export function useDelayedResponses(): void {
  const navigateTo = useNavigateTo()
  const latest = useRef(navigateTo)
  latest.current = navigateTo
  useEffect(
    () =>
      onDelayedResponse((late) => {
        const href = linkOf(late)
        const action = href ? { action: { label: sessionLabels.open, onClick: () => latest.current(href) } } : {}
        // The screen's own confirmation comes first.
        setTimeout(() =>
          toast.ok(sessionLabels.submitted, { description: 'The connection was lost before the response arrived.', ...action }),
        )
      }),
    [],
  )
}
