import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { CallResult } from '../../../api/client.ts'
import { listAccountActivity } from '../../../api/queries.ts'
import { AccountAccessDenied } from '../../../shared/AccountAccessDenied.tsx'
import { actionOf, withOutcome } from '../../../shared/activityLabels.ts'
import { Outcome } from '../../../shared/activityOutcome.tsx'
import { EventChanges } from '../../../shared/EventChanges.tsx'
import { LoadError } from '../../../shared/LoadError.tsx'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { useAccountPage } from '../../../shared/useAccountPage.ts'
import { Button } from '../../../ui/Button.tsx'
import { DataTable } from '../../../ui/DataTable.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { emptyCell } from '../../../ui/emptyCell.tsx'
import { PersonChip } from '../../../ui/Person.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { DateTime } from '../../../ui/Time.tsx'
import type { Column } from '../../../ui/tableTypes.ts'
import { accountTabLabels } from './labels.ts'

type Event = CallResult<'listAccountActivity'>['items'][number]

const columnsOf = (onOpen: (event: Event) => void): Column<Event>[] => [
  { id: 'at', header: 'Time', width: 180, fixedWidth: true, fixed: true, cell: (row) => <DateTime at={row.at} /> },
  {
    id: 'what',
    header: 'Action',
    width: 240,
    rowHeader: true,
    fixed: true,
    cell: (row) => (row.kind === 'call' ? actionOf(row.what) : row.what),
  },
  {
    id: 'person',
    header: 'Actor',
    width: 160,
    cell: (row) =>
      row.person?.id ? <PersonChip person={row.person} /> : <span className="text-ink-2">{row.person?.displayName ?? 'Slipway'}</span>,
  },
  {
    id: 'outcome',
    header: 'Outcome',
    width: 110,
    fixedWidth: true,
    cell: (row) => <Outcome outcome={row.outcome} />,
  },
  {
    id: 'detail',
    header: 'Details',
    width: 440,
    cell: (row) =>
      row.changed || row.detail ? (
        <span className="flex items-center gap-2">
          {row.changed && (
            <Button size="sm" aria-label={`Details: ${withOutcome(actionOf(row.what), row.outcome)}`} onClick={() => onOpen(row)}>
              Details
            </Button>
          )}
          {row.detail && <DetailText text={row.kind === 'call' ? row.detail.replace(/^\w+: /, '') : row.detail} />}
        </span>
      ) : (
        emptyCell
      ),
  },
]

function DetailText({ text }: { text: string }) {
  return (
    <span className="min-w-0 truncate" title={text}>
      {text}
    </span>
  )
}

export function ActivityTab({ account }: { account: CallResult<'getAccount'> }) {
  const { page, onPage } = useAccountPage()
  const [open, setOpen] = useState<Event>()
  const columns = useMemo(() => columnsOf(setOpen), [])
  const hiddenReason = reasonOf(account, 'seeAll')
  const list = useQuery({ ...listAccountActivity(account.id, page), enabled: hiddenReason === undefined })
  if (hiddenReason) return <AccountAccessDenied account={account} title={accountTabLabels.activityHidden} />
  return (
    <>
      <DataTable
        label="Activity"
        columns={columns}
        rows={list.data?.items}
        rowId={(row) => row.id}
        page={{ page, size: 25, total: list.data?.total ?? 0 }}
        onPage={onPage}
        stale={list.isPlaceholderData}
        error={
          list.error && !list.data ? <LoadError subject="the activity" error={list.error} onRetry={() => list.refetch()} /> : undefined
        }
        empty={
          <EmptyState icon={History} title="No activity yet">
            User and system activity appears here.
          </EmptyState>
        }
      />
      {open && (
        <Dialog
          open
          onOpenChange={() => setOpen(undefined)}
          title={withOutcome(actionOf(open.what), open.outcome)}
          description={
            <>
              {open.person?.displayName ?? 'Slipway'}, <DateTime at={open.at} />
            </>
          }
        >
          <EventChanges id={open.id} />
        </Dialog>
      )}
    </>
  )
}
