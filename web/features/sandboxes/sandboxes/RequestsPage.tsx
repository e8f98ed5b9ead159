import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { BadgeCheck } from 'lucide-react'
import { listSandboxRequests, listSandboxRequestsICanApprove } from '../../../api/sandboxQueries.ts'
import { paths } from '../../../paths.ts'
import type { ListSearch } from '../../../shared/listSearch.ts'
import { RequestTable, requestColumns, useRequestQuery } from '../../../shared/RequestTable.tsx'
import { count } from '../../../shared/waits.ts'
import { Button } from '../../../ui/Button.tsx'
import { Money } from '../../../ui/Money.tsx'
import { Select } from '../../../ui/Select.tsx'
import { describeSpan } from './labels.ts'
import { SandboxesFrame } from './SandboxesFrame.tsx'
import { sandboxRequestStatus } from './sandboxRequestStatus.ts'
import type { SandboxRequestSummary } from './types.ts'

const route = getRouteApi('/sandboxes/requests')

const columns = requestColumns<SandboxRequestSummary>(paths.sandboxRequest, sandboxRequestStatus, 180, [
  {
    id: 'kind',
    header: 'Kind',
    sortable: true,
    width: 126,
    fixedWidth: true,
    cell: (row) => (row.kind === 'extension' ? 'Extension' : 'New sandbox'),
  },
  { id: 'template', header: 'Template', width: 150, cell: (row) => row.template.name },
  { id: 'hours', header: 'Duration', width: 84, fixedWidth: true, cell: (row) => (row.hours > 0 ? describeSpan(row.hours) : '–') },
  { id: 'budget', header: 'Budget', align: 'end', width: 104, fixedWidth: true, cell: (row) => <Money value={row.budget} /> },
])
const ownerFilters = [
  { value: 'mine', label: 'My requests' },
  { value: 'all', label: 'All requests' },
]

export function RequestsPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { query, enabled } = useRequestQuery(search)
  const list = useQuery({ ...listSandboxRequests(query), enabled })
  const toDecide = useQuery(listSandboxRequestsICanApprove()).data?.length ?? 0
  const change = (next: ListSearch & { show?: 'all' | undefined }) =>
    void navigate({ search: (previous) => ({ ...previous, page: undefined, ...next }), replace: true, resetScroll: false })
  return (
    <SandboxesFrame part="requests" description="Sandbox requests with their approvers and status.">
      <RequestTable
        label="Sandbox requests"
        name="sandbox-requests"
        columns={columns}
        list={list}
        search={search}
        onChange={change}
        before={
          <Select
            label="Requests to show"
            hideLabel
            className="w-40"
            options={ownerFilters}
            value={search.show ?? 'mine'}
            onChange={(value) => change({ show: value === 'all' ? 'all' : undefined })}
          />
        }
        after={
          toDecide > 0 && (
            <Button icon={BadgeCheck} href={paths.approvals()}>
              {count(toDecide, 'request')} to review
            </Button>
          )
        }
        none={{
          title: 'You haven’t requested a sandbox yet',
          text: 'Your sandbox requests and their progress appear here.',
          action: <Button href={paths.sandboxes()}>Browse templates</Button>,
        }}
      />
    </SandboxesFrame>
  )
}
