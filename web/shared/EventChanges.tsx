import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { useState } from 'react'
import { getActivityEvent } from '../api/auditQueries.ts'
import { Button } from '../ui/Button.tsx'
import { ChangedText } from '../ui/ChangedText.tsx'
import { SkeletonText } from '../ui/Skeleton.tsx'
import { textDiff } from '../ui/textDiff.ts'
import { type ContentRow, contentDiff } from './contentDiff.ts'
import { LoadError } from './LoadError.tsx'
import { changeLabels } from './rowActionLabels.ts'
import { count } from './waits.ts'

const initialCount = 8
/** Each change updates these fields, so they are not shown. */
const internalFields = new Set(['version', 'revision', 'updatedAt'])

const withoutBookkeeping = (rows: ContentRow[]): ContentRow[] =>
  rows.filter(({ field, before, after }) => !(internalFields.has(field) && before !== null && after !== null))

export function EventChanges({ id }: { id: string }) {
  const result = useQuery(getActivityEvent(id))
  const [showsAll, setShowsAll] = useState(false)
  if (result.error && !result.data) return <LoadError subject="changes" error={result.error} onRetry={() => void result.refetch()} />
  if (!result.data) return <SkeletonText lines={2} />
  const rows = withoutBookkeeping(contentDiff(result.data.before, result.data.after, { names: result.data.names }))
  if (rows.length === 0) return <p className="text-sm text-ink-2">No values were changed.</p>
  return (
    <div className="space-y-2 rounded-md bg-sunken p-2.5 text-sm">
      <dl className="space-y-1.5">
        {(showsAll ? rows : rows.slice(0, initialCount)).map((row) => (
          <Change key={row.key} row={row} />
        ))}
      </dl>
      {!showsAll && rows.length > initialCount && (
        <Button size="sm" onClick={() => setShowsAll(true)}>
          Show {count(rows.length - initialCount, 'more field')}
        </Button>
      )}
    </div>
  )
}

function Change({ row: { label, before, after } }: { row: ContentRow }) {
  const diff = textDiff(before ?? '', after ?? '')
  return (
    <div>
      <dt className="text-xs text-ink-2">{label}</dt>
      <dd className="wrap-anywhere whitespace-pre-line">
        {before !== null && (
          <>
            <span className="sr-only">{changeLabels.before}</span>
            <ChangedText side="before" segments={diff.before} />
          </>
        )}
        {before !== null && after !== null && <ArrowRight size={13} aria-hidden className="mx-1 inline text-ink-3" />}
        {after !== null && (
          <>
            <span className="sr-only">{changeLabels.after}</span>
            <ChangedText side="after" segments={diff.after} />
          </>
        )}
      </dd>
    </div>
  )
}
