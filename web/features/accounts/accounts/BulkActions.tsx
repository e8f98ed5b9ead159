import { useQueryClient } from '@tanstack/react-query'
import { PencilLine } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { CallInput } from '../../../api/client.ts'
import { problemOf } from '../../../api/problem.ts'
import { listAccountsAdv } from '../../../api/queries.ts'
import { Button } from '../../../ui/Button.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { lazyComponent } from '../../../ui/lazyComponent.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { bulkLabels } from './labels.ts'

const BulkDialog = lazyComponent(() => import('./BulkDialog.tsx').then(({ BulkDialog }) => ({ default: BulkDialog })))

/** The server accepts at most this many accounts per call. */
const max = 500
const pageSize = 200

export function BulkActions({
  selected,
  onSelect,
  query,
  total,
}: {
  selected: ReadonlySet<string>
  onSelect: (selected: Set<string>) => void
  query: NonNullable<CallInput<'listAccountsAdv'>['query']>
  total: { total: number; totalIsCapped: boolean } | undefined
}) {
  const client = useQueryClient()
  const [open, setOpen] = useState(false)
  const [isDone, setIsDone] = useState(false)
  const [busy, setBusy] = useState(false)
  const all = total?.total ?? 0
  const selectAll = async () => {
    setBusy(true)
    try {
      const pages = Array.from({ length: Math.ceil(all / pageSize) }, (_, index) => index + 1)
      const result = await Promise.all(pages.map((page) => client.fetchQuery(listAccountsAdv({ ...query, page, size: pageSize }))))
      onSelect(new Set(result.flatMap(({ items }) => items.map(({ id }) => id)).slice(0, max)))
    } catch (error) {
      toast.bad('Couldn’t select the accounts', { description: problemOf(error).message })
    }
    setBusy(false)
  }
  return (
    <>
      {selected.size < all && (
        <Button
          size="sm"
          variant="quiet"
          loading={busy}
          disabledReason={all > max ? `You can change up to ${formatNumber(max)} accounts at a time. Narrow the filter.` : undefined}
          onClick={() => void selectAll()}
        >
          {bulkLabels.selectAll} {formatNumber(all)}
          {total?.totalIsCapped && '+'}
        </Button>
      )}
      <Button
        size="sm"
        icon={PencilLine}
        disabledReason={selected.size > max ? `You can change up to ${formatNumber(max)} accounts at a time. Select fewer.` : undefined}
        onClick={() => setOpen(true)}
      >
        {bulkLabels.change}
      </Button>
      <Suspense>
        {open && (
          <BulkDialog
            ids={[...selected]}
            onChanged={() => setIsDone(true)}
            onOpenChange={() => {
              setOpen(false)
              setIsDone(false)
              // The selection is cleared only after the results were shown.
              if (isDone) onSelect(new Set())
            }}
          />
        )}
      </Suspense>
    </>
  )
}
