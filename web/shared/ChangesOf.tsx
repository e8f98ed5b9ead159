import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { useState } from 'react'
import { getActivityEvent } from '../api/auditQueries.ts'
import { Button } from '../ui/Button.tsx'
import { SkeletonText } from '../ui/Skeleton.tsx'
import { type ContentRow, contentDiff, describePath } from './contentDiff.ts'
import { LoadError } from './Failed.tsx'
import { count } from './waits.ts'

const initialCount = 8
/** These fields differ after each change, so they are not shown. */
const internalFields = new Set(['version', 'revision', 'updatedAt'])
const emptySet = new Set(['', '[]', '{}'])
const omitEmpty = (text: string | null) => (text === null || emptySet.has(text) ? null : text)

/** Leaves out fields that differ after each change, and fields that were empty before and after. */
function withoutBookkeeping(rows: ContentRow[]): ContentRow[] {
  return rows
    .map(({ label, before, after }) => ({ label, before: omitEmpty(before), after: omitEmpty(after) }))
    .filter(({ label, before, after }) => before !== after && !(internalFields.has(label) && before !== null && after !== null))
}

/** The changes of an audit event, before and after, in a compact list. */
export function ChangesOf({ id }: { id: string }) {
  const result = useQuery(getActivityEvent(id))
  const [showsAll, setShowingAll] = useState(false)
  if (result.error && !result.data) return <LoadError what="changes" error={result.error} onRetry={() => void result.refetch()} />
  if (!result.data) return <SkeletonText lines={2} />
  const rows = withoutBookkeeping(contentDiff(result.data.before, result.data.after))
  if (rows.length === 0) return <p className="text-sm text-ink-2">No values were changed.</p>
  return (
    <div className="space-y-2 rounded-md bg-sunken p-2.5 text-sm">
      <dl className="space-y-1.5">
        {(showsAll ? rows : rows.slice(0, initialCount)).map(({ label, before, after }) => (
          <div key={label}>
            <dt className="text-xs text-ink-2">{describePath(label)}</dt>
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
      {!showsAll && rows.length > initialCount && (
        <Button size="sm" onClick={() => setShowingAll(true)}>
          Show {count(rows.length - initialCount, 'more field')}
        </Button>
      )}
    </div>
  )
}
