import { ChevronLeft, ChevronRight, ChevronsLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, IconButton } from './Button.tsx'
import { formatNumber, formatTotal } from './format.ts'
import { uiLabels } from './labels.ts'
import { Select } from './Select.tsx'
import type { Page } from './tableTypes.ts'

interface TablePagerProps {
  page: Page | undefined
  onPage: ((page: { page: number; size: number }) => void) | undefined
  selected: ReadonlySet<string> | undefined
  onClear: () => void
  bulk: ReactNode
  busy: boolean
  failed?: boolean
}

const sizes = [25, 50, 100, 200]

export function TablePager({ page, onPage, selected, onClear, bulk, busy, failed }: TablePagerProps) {
  const count = selected?.size ?? 0
  const last = page ? Math.max(1, Math.ceil(page.total / page.size)) : 1
  const from = page && page.total > 0 ? (page.page - 1) * page.size + 1 : 0
  const to = page ? (page.atLeast ? page.page * page.size : Math.min(page.page * page.size, page.total)) : 0
  const navigateTo = (next: number) => page && onPage?.({ page: next, size: page.size })
  const atEnd = page !== undefined && page.page >= last && !page.atLeast
  return (
    <div className="sticky bottom-0 z-10 flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2 rounded-b-md border-t border-line bg-sunken px-3 py-1.5 text-sm">
      {count > 0 ? (
        <div className="flex flex-1 flex-wrap items-center gap-2">
          <span className="font-semibold text-accent tabular-nums" role="status">
            {uiLabels.selected(formatNumber(count))}
          </span>
          {bulk}
          <Button size="sm" variant="quiet" onClick={onClear}>
            {uiLabels.clear}
          </Button>
        </div>
      ) : (
        <span className="flex-1 whitespace-nowrap text-ink-2 tabular-nums">
          {busy
            ? 'Loading…'
            : page &&
              !failed &&
              (page.total === 0
                ? 'No results'
                : `${formatNumber(from)}–${formatNumber(to)} of ${formatTotal(page.total, page.atLeast ?? false)}`)}
        </span>
      )}
      {page && onPage && (
        <div className="flex items-center gap-1">
          <div className="mr-2 flex items-center gap-1.5 whitespace-nowrap text-ink-2">
            <span aria-hidden>Rows</span>
            <Select
              label="Rows"
              hideLabel
              className="w-17"
              options={[...new Set([...sizes, page.size])]
                .sort((a, b) => a - b)
                .map((size) => ({ value: String(size), label: String(size) }))}
              value={String(page.size)}
              onChange={(size) => onPage({ page: Math.floor((from || 1) / Number(size)) + 1, size: Number(size) })}
            />
          </div>
          <IconButton
            icon={ChevronsLeft}
            label="First page"
            size="sm"
            disabledReason={page.page <= 1 ? 'This is the first page.' : undefined}
            onClick={() => navigateTo(1)}
          />
          <IconButton
            icon={ChevronLeft}
            label="Previous page"
            size="sm"
            disabledReason={page.page <= 1 ? 'This is the first page.' : undefined}
            onClick={() => navigateTo(page.page - 1)}
          />
          <span className="px-1 whitespace-nowrap text-ink-2 tabular-nums">
            {formatNumber(page.page)} / {formatTotal(last, page.atLeast ?? false)}
          </span>
          <IconButton
            icon={ChevronRight}
            label="Next page"
            size="sm"
            disabledReason={atEnd ? 'This is the last page.' : undefined}
            onClick={() => navigateTo(page.page + 1)}
          />
        </div>
      )}
    </div>
  )
}
