import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { Suspense, useState } from 'react'
import { listActivity } from '../api/auditQueries.ts'
import type { CallInput, CallResult } from '../api/client.ts'
import { isDenied } from '../api/problem.ts'
import { Button } from '../ui/Button.tsx'
import { Disclosure } from '../ui/Disclosure.tsx'
import { lazyComponent } from '../ui/lazyComponent.tsx'
import { SkeletonText } from '../ui/Skeleton.tsx'
import { EmptyState } from '../ui/States.tsx'
import { RelativeTime } from '../ui/Time.tsx'
import { actionOf, withOutcome } from './activityLabels.ts'
import { Outcome } from './activityOutcome.tsx'
import { LoadError } from './LoadError.tsx'
import { changeLabels } from './rowActionLabels.ts'

const EventChanges = lazyComponent(() => import('./EventChanges.tsx').then(({ EventChanges }) => ({ default: EventChanges })))

const initialCount = 10
const max = 200

export type ActivityOf = Required<Pick<NonNullable<CallInput<'listActivity'>['query']>, 'kind' | 'id'>>

/** Lists the audit events of allowed and denied calls on a record, newest first, each with its changes. */
export function Activity({ kind, id }: ActivityOf) {
  const [size, setSize] = useState(initialCount)
  const list = useQuery(listActivity({ kind, id, size }))
  if (isDenied(list.error)) return <p className="text-ink-2">Only owners, administrators and auditors can see this activity.</p>
  if (list.error && !list.data) return <LoadError subject="the activity" error={list.error} onRetry={() => void list.refetch()} />
  if (!list.data) return <SkeletonText lines={4} />
  const { items, total } = list.data
  if (items.length === 0)
    return (
      <EmptyState icon={History} title="No activity yet">
        Changes and denied requests appear here.
      </EmptyState>
    )
  return (
    <>
      <ol aria-label="Activity, newest first" className="divide-y divide-line">
        {items.map((event) => (
          <Event key={event.id} event={event} />
        ))}
      </ol>
      {total > items.length && size < max && (
        <Button size="sm" loading={list.isFetching} onClick={() => setSize(Math.min(max, size * 4))}>
          Show older activity
        </Button>
      )}
    </>
  )
}

function Event({ event }: { event: CallResult<'listActivity'>['items'][number] }) {
  const { id, at, actor, operation, outcome, reason, changed } = event
  const action = actionOf(operation)
  return (
    <li className="py-2">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
        <span className="min-w-40 flex-1">
          {action}
          <span className="block text-sm text-ink-2">
            {actor.displayName}, <RelativeTime at={at} />
          </span>
          {/* A system action has no request, so its reason explains it. */}
          {(outcome !== 'allowed' || actor.id === null) && reason && (
            <span className="block text-sm wrap-anywhere text-ink-2">{reason.replace(/^\w+: /, '')}</span>
          )}
        </span>
        {outcome !== 'allowed' && <Outcome outcome={outcome} />}
      </div>
      {changed && (
        <Disclosure label={changeLabels.details} about={withOutcome(action, outcome)}>
          <Suspense fallback={<SkeletonText lines={2} />}>
            <EventChanges id={id} />
          </Suspense>
        </Disclosure>
      )}
    </li>
  )
}
