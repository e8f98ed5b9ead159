import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { getSandboxRequest } from '../../../api/sandboxQueries.ts'
import { paths } from '../../../paths.ts'
import type { Approval } from '../../../shared/requestTypes.ts'
import { RequestPage as Frame, RequestDecision, RequestLoader } from '../../../shell/RequestPage.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { deadlineOf } from './extensionDeadline.ts'
import { requestPageLabels } from './pageLabels.ts'
import { RequestActions } from './RequestActions.tsx'
import { RequestedService } from './RequestedService.tsx'
import { RequestNextStep } from './RequestNextStep.tsx'
import { SetUpPanel } from './SetUpPanel.tsx'
import { sandboxRequestStatus } from './sandboxRequestStatus.ts'
import type { SandboxRequest } from './types.ts'

const route = getRouteApi('/sandboxes/requests/$id')
const crumbs = [
  { label: 'Sandboxes', href: paths.sandboxes() },
  { label: 'Requests', href: paths.requests({ kind: 'sandboxRequest' }) },
]

const automaticTitle = (approval: Approval | undefined) =>
  !approval || approval.automatic === null
    ? undefined
    : approval.status === 'rejected'
      ? requestPageLabels.automaticRejection
      : requestPageLabels.automatic

/** After a person’s decision, the reasons why it was needed no longer matter. */
function showsReasons({ status, automatic, approvals, decisionReasons }: SandboxRequest): boolean {
  const isOpen = status === 'pending_approval' || status === 'changes_requested'
  return !automatic && decisionReasons.length > 0 && (isOpen || typeof approvals.at(-1)?.automatic === 'string')
}

export function RequestPage() {
  const { id } = route.useParams()
  return (
    <RequestLoader query={useQuery(getSandboxRequest(id))} title="Sandbox request" breadcrumbs={crumbs}>
      {(request) => (
        <Frame
          kind="sandboxRequest"
          request={request}
          statusOf={sandboxRequestStatus}
          title={request.kind === 'extension' ? requestPageLabels.extensionOf(request.name) : request.name}
          breadcrumbs={crumbs}
          actions={<RequestActions request={request} />}
        >
          <RequestNextStep request={request} />
          {request.run && request.run.status !== 'succeeded' && <SetUpPanel run={request.run} name={request.name} />}
          <RequestDecision approvals={request.approvals} deadline={deadlineOf(request)} title={automaticTitle(request.approvals.at(-1))}>
            {showsReasons(request) && (
              <div className="mt-4 border-t border-line pt-3 text-sm text-ink-2">
                {request.decisionReasons.map((reason) => (
                  <p key={reason}>{reason}</p>
                ))}
              </div>
            )}
          </RequestDecision>
          {request.approvals.length === 0 && request.automatic && (
            <Panel title={requestPageLabels.automatic}>
              <ul className="space-y-1">
                {request.decisionReasons.map((reason) => (
                  <li key={reason}>{reason}</li>
                ))}
              </ul>
            </Panel>
          )}
          <RequestedService request={request} />
        </Frame>
      )}
    </RequestLoader>
  )
}
