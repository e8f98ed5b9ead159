import type { ReactNode } from 'react'
import { emptyCell } from '../../../ui/emptyCell.tsx'
import { Status } from '../../../ui/Status.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import type { Column } from '../../../ui/tableTypes.ts'
import type { Queue, Schedule } from './types.ts'

interface QueueTitleProps {
  queue: Pick<Queue | Schedule, 'title' | 'does' | 'paused' | 'whilePaused'>
  error: ReactNode
}

export function QueueTitle({ queue: { title, does, paused, whilePaused }, error }: QueueTitleProps) {
  return (
    <span className="block py-1.5">
      <span className="font-medium">{title}</span>
      <span className="block text-sm whitespace-normal text-ink-2">{does}</span>
      {paused && (
        <span className="mt-1 block text-sm wrap-anywhere whitespace-normal text-ink-2">
          <Status pill tone="warn">
            Paused
          </Status>{' '}
          by {paused.by}, <RelativeTime at={paused.since} />: “{paused.reason}” {whilePaused}
        </span>
      )}
      {error && <span className="block text-sm wrap-anywhere whitespace-normal text-bad">{error}</span>}
    </span>
  )
}

export const lastRunColumn: Column<Pick<Queue | Schedule, 'lastRun'>> = {
  id: 'lastRun',
  header: 'Last run',
  width: 130,
  fixedWidth: true,
  isMuted: ({ lastRun }) => !lastRun,
  cell: ({ lastRun }) => (lastRun ? <RelativeTime at={lastRun} /> : emptyCell),
}
