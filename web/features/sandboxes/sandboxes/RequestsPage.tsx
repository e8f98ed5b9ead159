import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { BadgeCheck } from 'lucide-react'
import { listSandboxRequests, listSandboxRequestsICanApprove } from '../../../api/sandboxQueries.ts'
import { paths } from '../../../paths.ts'
import type { ListSearch } from '../../../shared/listSearch.ts'
import { RequestsFrame } from '../../../shared/RequestsFrame.tsx'
import { RequestTable, requestColumns, requestQuery } from '../../../shared/RequestTable.tsx'
import { count } from '../../../shared/waits.ts'
import { Button } from '../../../ui/Button.tsx'
import { Money } from '../../../ui/Money.tsx'
import { describeSpan } from './labels.ts'
import { sandboxRequestStatus } from './sandboxRequestStatus.ts'
import type { SandboxRequestSummary } from './types.ts'

const route = getRouteApi('/sandboxes/requests')

const columns = requestColumns<SandboxRequestSummary>(paths.sandboxRequest, sandboxRequestStatus, 170, [
  {
    id: 'kind',
    leaveOut: 3,
    header: 'Kind',
    sortable: true,
    width: 126,
    fixedWidth: true,
    cell: (row) => (row.kind === 'extension' ? 'Extension' : 'New sandbox'),
  },
  { id: 'template', header: 'Template', width: 150, hidden: true, cell: (row) => row.template.name },
  {
    id: 'hours',
    leaveOut: 2,
    header: 'Duration',
    width: 84,
    fixedWidth: true,
    cell: (row) => (row.hours > 0 ? describeSpan(row.hours) : '–'),
  },
  {
    id: 'budget',
    leaveOut: 4,
    header: 'Budget',
    align: 'end',
    width: 96,
    fixedWidth: true,
    cell: (row) => <Money value={row.budget} strip />,
  },
])
export function RequestsPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const list = useQuery(listSandboxRequests(requestQuery(search)))
  const toDecide = useQuery(listSandboxRequestsICanApprove()).data?.length ?? 0
  const change = (next: ListSearch) =>
    void navigate({ search: (previous) => ({ ...previous, page: undefined, ...next }), replace: true, resetScroll: false })
  return (
    <RequestsFrame part="sandboxes" description="All sandbox requests that you can see.">
      <RequestTable
        label="Sandbox requests"
        name="sandbox-requests"
        columns={columns}
        list={list}
        search={search}
        onChange={change}
        after={
          toDecide > 0 && (
            <Button icon={BadgeCheck} href={paths.approvals()}>
              {count(toDecide, 'request')} to review
            </Button>
          )
        }
        none={{
          title: 'No sandbox requests yet',
          text: 'Sandbox requests and their progress appear here.',
          action: <Button href={paths.sandboxes()}>Browse templates</Button>,
        }}
      />
    </RequestsFrame>
  )
}
