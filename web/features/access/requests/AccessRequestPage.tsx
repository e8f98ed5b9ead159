import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { getAccessRequest } from '../../../api/accessQueries.ts'
import { paths } from '../../../paths.ts'
import { RunTimeline } from '../../../shared/RunTimeline.tsx'
import type { Run } from '../../../shared/requestTypes.ts'
import { UsualDuration } from '../../../shared/UsualDuration.tsx'
import { RequestDecision, RequestLoader, RequestPage } from '../../../shell/RequestPage.tsx'
import { KeyValues } from '../../../ui/KeyValues.tsx'
import { Link } from '../../../ui/Link.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { DateTime } from '../../../ui/Time.tsx'
import { describeHours, permanent } from '../assignments/labels.ts'
import { AccessRequestNext } from './AccessRequestNext.tsx'
import { accessRequestStatus } from './accessRequestStatus.ts'
import { RequestActions } from './RequestActions.tsx'
import type { AccessRequest } from './types.ts'

const route = getRouteApi('/access/requests/$id')
const crumbs = [
  { label: 'Access', href: paths.access() },
  { label: 'Requests', href: paths.requests({ kind: 'accessRequest' }) },
]

export function AccessRequestPage() {
  const { id } = route.useParams()
  return (
    <RequestLoader query={useQuery(getAccessRequest(id))} title="Access request" breadcrumbs={crumbs}>
      {(request) => (
        <RequestPage
          kind="accessRequest"
          request={{ ...request, runStatus: request.run?.status ?? null }}
          statusOf={accessRequestStatus}
          title={request.group.name}
          breadcrumbs={crumbs}
          verb={request.extends ? 'requested an extension' : 'requested'}
          actions={<RequestActions request={request} />}
        >
          <AccessRequestNext request={request} />
          {request.run && request.run.status !== 'succeeded' && <GrantPanel run={request.run} />}
          <RequestDecision
            approvals={request.approvals}
            afterApproval={
              request.extends
                ? 'The end date changes as soon as the request is approved.'
                : 'Access is granted as soon as the request is approved.'
            }
          />
          <RequestedService request={request} />
        </RequestPage>
      )}
    </RequestLoader>
  )
}

function GrantPanel({ run }: { run: Run }) {
  return (
    <Panel title={run.status === 'failed' ? 'Granting access failed' : 'Granting access'}>
      <RunTimeline run={run} label="Steps to grant access" />
      <UsualDuration run={run} />
    </Panel>
  )
}

function RequestedService({ request }: { request: AccessRequest }) {
  const { account, group, durationHours, until } = request
  return (
    <Panel title="Request details">
      <blockquote className="mb-4 max-w-prose border-l-3 border-accent pl-3 wrap-anywhere whitespace-pre-line">
        {request.justification}
      </blockquote>
      <KeyValues
        columns={3}
        items={[
          { label: 'Account', value: <Link href={paths.account(account.id, 'access')}>{account.name}</Link> },
          { label: 'Group', value: group.name },
          { label: 'Roles', value: group.roles.join(', ') },
          {
            label: request.extends ? 'Extension' : 'Duration',
            value: durationHours === null ? permanent : describeHours(durationHours),
          },
          ...(until ? [{ label: 'Ends', value: <DateTime at={until} /> }] : []),
          ...(group.description ? [{ label: 'Group description', value: group.description, wide: true }] : []),
        ]}
      />
    </Panel>
  )
}
