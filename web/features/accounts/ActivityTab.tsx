import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import type { CallResult } from '../../api/client.ts'
import { listAccountActivity } from '../../api/queries.ts'
import { Failed } from '../../shared/Failed.tsx'
import { reasonOf } from '../../shared/reasonOf.ts'
import { useAccountPage } from '../../shared/useAccountPage.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { PersonChip } from '../../ui/Person.tsx'
import { EmptyState, RefusedState } from '../../ui/States.tsx'
import { Status, type Tone } from '../../ui/Status.tsx'
import { DateTime } from '../../ui/Time.tsx'
import type { Column } from '../../ui/tableTypes.ts'
import { deedOf } from './activityWords.ts'

type Event = CallResult<'listAccountActivity'>['items'][number]

const outcomes: Record<string, { tone: Tone; word: string }> = {
  allowed: { tone: 'ok', word: 'Done' },
  denied: { tone: 'warn', word: 'Refused' },
  failed: { tone: 'bad', word: 'Failed' },
  succeeded: { tone: 'ok', word: 'Done' },
  running: { tone: 'busy', word: 'Running' },
  waiting: { tone: 'warn', word: 'Waiting' },
  skipped: { tone: 'neutral', word: 'Left out' },
  pending: { tone: 'neutral', word: 'To come' },
}

const columns: Column<Event>[] = [
  { id: 'at', header: 'When', width: 170, fixed: true, cell: (row) => <DateTime at={row.at} /> },
  {
    id: 'what',
    header: 'What',
    width: 240,
    rowHeader: true,
    fixed: true,
    cell: (row) => (row.kind === 'call' ? deedOf(row.what) : row.what),
  },
  {
    id: 'person',
    header: 'Who',
    width: 190,
    cell: (row) => (row.person ? <PersonChip person={row.person} /> : <span className="text-ink-2">Slipway</span>),
  },
  {
    id: 'outcome',
    header: 'Outcome',
    width: 120,
    cell: (row) => {
      const { tone, word } = outcomes[row.outcome] ?? { tone: 'neutral' as const, word: row.outcome }
      return <Status tone={tone}>{word}</Status>
    },
  },
  {
    id: 'detail',
    header: 'Detail',
    width: 320,
    cell: (row) => (row.detail ? <span title={row.detail}>{row.detail}</span> : <span className="text-ink-3">–</span>),
  },
]

/** What was done to an account and for it, newest first. */
export function ActivityTab({ account }: { account: CallResult<'getAccount'> }) {
  const { page, onPage } = useAccountPage()
  const hidden = reasonOf(account, 'seeAll')
  const list = useQuery({ ...listAccountActivity(account.id, page), enabled: hidden === undefined })
  if (hidden) {
    return (
      <Panel>
        <RefusedState title="Its activity is not for everyone" reason={hidden} />
      </Panel>
    )
  }
  return (
    <DataTable
      label="Activity"
      columns={columns}
      rows={list.data?.items}
      rowId={(row) => row.id}
      page={{ page, size: 25, total: list.data?.total ?? 0 }}
      onPage={onPage}
      stale={list.isPlaceholderData}
      error={list.error && !list.data ? <Failed what="The activity" error={list.error} onRetry={() => list.refetch()} /> : undefined}
      empty={
        <EmptyState icon={History} title="Nothing was done yet">
          Changes, decisions and the steps of Slipway’s own work appear here.
        </EmptyState>
      }
    />
  )
}
