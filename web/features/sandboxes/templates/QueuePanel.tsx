import { useQuery } from '@tanstack/react-query'
import { listSandboxesAdv } from '../../../api/sandboxQueries.ts'
import { paths } from '../../../paths.ts'
import { LoadError } from '../../../shared/LoadError.tsx'
import { count } from '../../../shared/waits.ts'
import { Button } from '../../../ui/Button.tsx'
import { Link } from '../../../ui/Link.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { SkeletonText } from '../../../ui/Skeleton.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import { hostingLabels, ordinal } from '../sandboxes/labels.ts'
import { hostLabels } from './templateLabels.ts'

const filter = 'status==queued'
const max = 50

export function QueuePanel() {
  const queue = useQuery(listSandboxesAdv({ filter, sort: 'createdAt', size: max }))
  const waiting = queue.data?.items.toSorted((left, right) => (left.queue?.position ?? 0) - (right.queue?.position ?? 0))
  const lines = Object.entries(hostingLabels).map(([hosting, hostingLabel]) => ({
    hosting,
    label: hostingLabel,
    items: waiting?.filter((sandbox) => sandbox.hosting === hosting) ?? [],
  }))
  return (
    <Panel
      flush
      title={hostLabels.queue}
      description={waiting && (waiting.length === 0 ? undefined : `${count(queue.data?.total ?? 0, 'sandbox', 'sandboxes')} queued`)}
      actions={
        (queue.data?.total ?? 0) > max && (
          <Button size="sm" variant="quiet" href={paths.allSandboxes({ filter })}>
            View all
          </Button>
        )
      }
    >
      {queue.error && !queue.data ? (
        <div className="p-4">
          <LoadError subject="the queue" error={queue.error} onRetry={() => queue.refetch()} />
        </div>
      ) : !waiting ? (
        <div className="px-4 py-3">
          <SkeletonText lines={4} />
        </div>
      ) : waiting.length === 0 ? (
        <p className="px-4 py-3 text-ink-2">The queue is empty. New sandboxes are set up immediately.</p>
      ) : (
        lines
          .filter(({ items }) => items.length > 0)
          .map(({ hosting, label: hostingLabel, items }) => (
            <section key={hosting} className="border-b border-line last:border-b-0">
              <h3 className="px-4 pt-3 text-sm font-semibold text-ink-2">{hostingLabel}</h3>
              <ol className="divide-y divide-line">
                {items.map((sandbox) => (
                  <li key={sandbox.id} className="flex items-baseline gap-3 px-4 py-2">
                    <span className="w-9 shrink-0 text-sm text-ink-2 tabular-nums">{ordinal(sandbox.queue?.position ?? 1)}</span>
                    <span className="min-w-0 flex-1">
                      <Link variant="name" href={paths.sandbox(sandbox.id)} className="wrap-anywhere">
                        {sandbox.name}
                      </Link>
                      <span className="block truncate text-sm text-ink-2">{sandbox.owners[0]?.displayName}</span>
                    </span>
                    <span className="shrink-0 text-right text-sm text-ink-2">
                      {sandbox.queue?.estimatedAt ? <RelativeTime at={sandbox.queue.estimatedAt} /> : 'no estimate'}
                    </span>
                  </li>
                ))}
              </ol>
            </section>
          ))
      )}
    </Panel>
  )
}
