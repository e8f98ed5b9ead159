import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { useState } from 'react'
import { getActivityEvent } from '../api/auditQueries.ts'
import { Button } from '../ui/Button.tsx'
import { SkeletonText } from '../ui/Skeleton.tsx'
import { type ContentRow, contentDiff, describePlace } from './contentDiff.ts'
import { Failed } from './Failed.tsx'
import { count } from './waits.ts'

const atFirst = 8
/** These fields differ after each change, so they are not shown. */
const bookkeeping = new Set(['version', 'revision', 'updatedAt'])
const nothing = new Set(['', '[]', '{}'])
const worth = (text: string | null) => (text === null || nothing.has(text) ? null : text)

/** Leaves out fields that differ after each change, and fields that were empty before and after. */
function telling(rows: ContentRow[]): ContentRow[] {
  return rows
    .map(({ label, before, after }) => ({ label, before: worth(before), after: worth(after) }))
    .filter(({ label, before, after }) => before !== after && !(bookkeeping.has(label) && before !== null && after !== null))
}

/** The changes of an audit event, before and after, in a compact list. */
export function ChangesOf({ id }: { id: string }) {
  const found = useQuery(getActivityEvent(id))
  const [all, setAll] = useState(false)
  if (found.error && !found.data) return <Failed what="Changes" error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <SkeletonText lines={2} />
  const rows = telling(contentDiff(found.data.before, found.data.after))
  if (rows.length === 0) return <p className="text-sm text-ink-2">No values were changed.</p>
  return (
    <div className="space-y-2 rounded-md bg-sunken p-2.5 text-sm">
      <dl className="space-y-1.5">
        {(all ? rows : rows.slice(0, atFirst)).map(({ label, before, after }) => (
          <div key={label}>
            <dt className="text-xs text-ink-2">{describePlace(label)}</dt>
            <dd className="wrap-anywhere whitespace-pre-line">
              {before !== null && (
                <del className="rounded-sm bg-bad-soft px-1 decoration-bad/60">
                  <span className="sr-only">Before: </span>
                  {before}
                </del>
              )}
              {before !== null && after !== null && <ArrowRight size={13} aria-hidden className="mx-1 inline text-ink-3" />}
              {after !== null && (
                <ins className="rounded-sm bg-ok-soft px-1 no-underline">
                  <span className="sr-only">After: </span>
                  {after}
                </ins>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {!all && rows.length > atFirst && (
        <Button size="sm" onClick={() => setAll(true)}>
          Show {count(rows.length - atFirst, 'more field')}
        </Button>
      )}
    </div>
  )
}
