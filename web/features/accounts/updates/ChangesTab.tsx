import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import type { CallResult } from '../../../api/client.ts'
import { listAccountUpdates } from '../../../api/queries.ts'
import { paths } from '../../../paths.ts'
import { AccountAccessDenied } from '../../../shared/AccountAccessDenied.tsx'
import { LoadError } from '../../../shared/LoadError.tsx'
import { RequestStatus } from '../../../shared/RequestStatus.tsx'
import { reasonOf } from '../../../shared/reasonOf.ts'
import type { UpdateSummary } from '../../../shared/requestTypes.ts'
import { updateStatus } from '../../../shared/updateStatus.ts'
import { useAccountPage } from '../../../shared/useAccountPage.ts'
import { DataTable } from '../../../ui/DataTable.tsx'
import { Link } from '../../../ui/Link.tsx'
import { PersonChip } from '../../../ui/Person.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { DateTime } from '../../../ui/Time.tsx'
import type { Column } from '../../../ui/tableTypes.ts'
import { servicesLabels } from './labels.ts'
import { OpenUpdates } from './OpenUpdates.tsx'
import { ServicesPanel } from './ServicesPanel.tsx'

const columns: Column<UpdateSummary>[] = [
  {
    id: 'title',
    header: 'Change',
    width: 230,
    rowHeader: true,
    fixed: true,
    cell: (row) => <Link href={paths.accountUpdate(row.account.id, row.id)}>{row.title}</Link>,
  },
  { id: 'status', header: 'Status', width: 340, cell: (row) => <RequestStatus statusOf={updateStatus} request={row} /> },
  { id: 'requester', header: 'Changed by', width: 190, cell: (row) => <PersonChip person={row.requester} /> },
  { id: 'at', header: 'Submitted', width: 170, cell: (row) => <DateTime at={row.submittedAt} /> },
  { id: 'reference', header: 'Reference', width: 140, cell: (row) => row.reference },
]

export function ChangesTab({ account }: { account: CallResult<'getAccount'> }) {
  const { page, onPage } = useAccountPage()
  const hiddenReason = reasonOf(account, 'seeAll')
  const list = useQuery({ ...listAccountUpdates(account.id, page), enabled: hiddenReason === undefined })
  if (hiddenReason) return <AccountAccessDenied account={account} title="You can’t see this account’s changes" />
  return (
    <div className="space-y-4">
      <OpenUpdates account={account} />
      <ServicesPanel account={account} />
      <h2 className="pt-2 text-base font-semibold">{servicesLabels.changes}</h2>
      <DataTable
        label={servicesLabels.changes}
        columns={columns}
        rows={list.data?.items}
        rowId={(row) => row.id}
        page={{ page, size: 25, total: list.data?.total ?? 0 }}
        onPage={onPage}
        stale={list.isPlaceholderData}
        error={list.error && !list.data ? <LoadError subject="the changes" error={list.error} onRetry={() => list.refetch()} /> : undefined}
        empty={
          <EmptyState icon={History} title="No changes yet">
            Changes to services, budget, tags and owners appear here with their status.
          </EmptyState>
        }
      />
    </div>
  )
}
