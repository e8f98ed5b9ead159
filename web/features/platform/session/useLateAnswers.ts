import { useEffect, useRef } from 'react'
import { type LateAnswer, onLateAnswer } from '../../../api/delivery.ts'
import { useNavigateTo } from '../../../shared/useNavigateTo.ts'
import { pageOf } from '../../../subjects.ts'
import { toast } from '../../../ui/Toast.tsx'
import { sessionLabels } from './labels.ts'

function linkOf({ kinds: [kind], answer }: LateAnswer): string | undefined {
  const { id, accountId } = (answer ?? {}) as { id?: unknown; accountId?: unknown }
  if (!kind || typeof id !== 'string') return undefined
  return pageOf(kind, id, typeof accountId === 'string' ? accountId : undefined)
}

/** Tells people that a request whose response was lost succeeded, with a link to its record. */
export function useLateAnswers(): void {
  const navigateTo = useNavigateTo()
  const latest = useRef(navigateTo)
  latest.current = navigateTo
  useEffect(
    () =>
      onLateAnswer((late) => {
        const href = linkOf(late)
        const action = href ? { action: { label: 'Open', onClick: () => latest.current(href) } } : {}
        // The screen shows its own confirmation first.
        setTimeout(() =>
          toast.ok(sessionLabels.wentThrough, { description: 'The connection was lost before the response arrived.', ...action }),
        )
      }),
    [],
  )
}
