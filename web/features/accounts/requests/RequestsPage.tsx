import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { listAccountRequests } from '../../../api/queries.ts'
import { paths } from '../../../paths.ts'
import { labelFor } from '../../../shared/labels.ts'
import { RequestTable, requestColumns, useRequestQuery } from '../../../shared/RequestTable.tsx'
import { requestStatus } from '../../../shared/requestStatus.ts'
import type { RequestSummary } from '../../../shared/requestTypes.ts'
import { Button } from '../../../ui/Button.tsx'
import { Money } from '../../../ui/Money.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Tabs } from '../../../ui/Tabs.tsx'

const route = getRouteApi('/requests')

const columns = requestColumns<RequestSummary>(paths.request, requestStatus, 290, [
  { id: 'family', header: 'Family', width: 160, cell: (row) => row.family.name },
  { id: 'tower', header: 'Tower', width: 180, hidden: true, cell: (row) => row.tower.name },
  { id: 'environment', header: 'Environment', width: 128, fixedWidth: true, cell: (row) => labelFor('environment', row.environment) },
  { id: 'budget', header: 'Budget', align: 'end', width: 95, fixedWidth: true, cell: (row) => <Money value={row.budget} round /> },
])

export function RequestsPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { query, enabled } = useRequestQuery(search)
  const list = useQuery({ ...listAccountRequests(query), enabled })
  const request = (
    <Button variant="primary" icon={Plus} href={paths.requestAccount()}>
      Request account
    </Button>
  )
  return (
    <Page
      title="Requests"
      actions={request}
      tabs={
        <Tabs
          label="Request lists"
          current={search.show === 'all' ? 'all' : 'mine'}
          items={[
            { id: 'mine', label: 'My requests', href: paths.requests() },
            { id: 'all', label: 'All requests', href: paths.requests('all') },
          ]}
        />
      }
    >
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
          title: 'You haven’t requested any accounts yet',
          text: 'Your account requests, with their approval and setup, appear here.',
        }}
      />
    </Page>
  )
}
