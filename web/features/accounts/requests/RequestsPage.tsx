import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { listAccountRequests } from '../../../api/queries.ts'
import { paths } from '../../../paths.ts'
import { labelFor } from '../../../shared/labels.ts'
import { RequestsFrame } from '../../../shared/RequestsFrame.tsx'
import { RequestTable, requestColumns, requestQuery } from '../../../shared/RequestTable.tsx'
import { requestStatus } from '../../../shared/requestStatus.ts'
import type { RequestSummary } from '../../../shared/requestTypes.ts'
import { Button } from '../../../ui/Button.tsx'
import { Money } from '../../../ui/Money.tsx'

const route = getRouteApi('/requests')

const columns = requestColumns<RequestSummary>(paths.request, requestStatus, 260, [
  { id: 'family', leaveOut: 2, header: 'Family', width: 160, cell: (row) => row.family.name },
  { id: 'tower', header: 'Tower', width: 180, hidden: true, cell: (row) => row.tower.name },
  { id: 'environment', header: 'Environment', width: 128, hidden: true, cell: (row) => labelFor('environment', row.environment) },
  {
    id: 'budget',
    leaveOut: 4,
    header: 'Budget',
    align: 'end',
    width: 95,
    fixedWidth: true,
    cell: (row) => <Money value={row.budget} round />,
  },
])

export function RequestsPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const list = useQuery(listAccountRequests(requestQuery(search)))
  const requestButton = (
    <Button variant="primary" icon={Plus} href={paths.requestAccount()}>
      Request account
    </Button>
  )
  return (
    <RequestsFrame part="accounts" description="All account requests that you can see." actions={requestButton}>
      <RequestTable
        label="Requests"
        name="requests"
        columns={columns}
        list={list}
        search={search}
        onChange={(next) =>
          void navigate({ search: (previous) => ({ ...previous, page: undefined, ...next }), replace: true, resetScroll: false })
        }
        none={{
          title: 'No account requests yet',
          text: 'Account requests, with their approval and setup, appear here.',
        }}
      />
    </RequestsFrame>
  )
}
