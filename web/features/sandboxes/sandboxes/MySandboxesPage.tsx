import { useQuery } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { listMyPendingSandboxRequests, listMySandboxes } from '../../../api/sandboxQueries.ts'
import { paths } from '../../../paths.ts'
import { LoadError } from '../../../shared/LoadError.tsx'
import { RequestStatus } from '../../../shared/RequestStatus.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { Row } from '../../../ui/Row.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import { MySandboxAccess } from '../access/MySandboxAccess.tsx'
import { byUrgency } from './nextStep.ts'
import { requestPageLabels } from './pageLabels.ts'
import { SandboxCard } from './SandboxCard.tsx'
import { SandboxesFrame } from './SandboxesFrame.tsx'
import { sandboxRequestStatus } from './sandboxRequestStatus.ts'
import type { SandboxSummary } from './types.ts'

export function MySandboxesPage() {
  const ownQuery = useQuery(listMySandboxes())
  const waiting = useQuery(listMyPendingSandboxRequests()).data ?? []
  const liveSandboxes = ownQuery.data?.filter(({ status }) => status !== 'deleted').toSorted(byUrgency)
  const ownedSandboxes = liveSandboxes?.filter((sandbox) => sandbox.mine === 'owner')
  const shared = liveSandboxes?.filter((sandbox) => sandbox.mine !== 'owner')
  return (
    <SandboxesFrame part="mine" description="Sandboxes that you own or are a member of, with their remaining time and budget.">
      {ownQuery.error && !ownQuery.data ? (
        <Panel>
          <LoadError subject="your sandboxes" error={ownQuery.error} onRetry={() => ownQuery.refetch()} />
        </Panel>
      ) : !liveSandboxes ? (
        <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
          {[0, 1, 2].map((index) => (
            <Skeleton key={index} className="h-52" />
          ))}
        </div>
      ) : (
        <div className="space-y-6">
          {waiting.length > 0 && (
            <Panel title="Open requests" flush>
              <ul className="divide-y divide-line">
                {waiting.map((request) => (
                  <Row
                    key={request.id}
                    href={paths.sandboxRequest(request.id)}
                    title={request.kind === 'extension' ? requestPageLabels.extensionOf(request.name) : request.name}
                    note={<RequestStatus statusOf={sandboxRequestStatus} request={request} />}
                    aside={
                      <>
                        <span className="block">{request.reference}</span>
                        <RelativeTime at={request.submittedAt} />
                      </>
                    }
                  />
                ))}
              </ul>
            </Panel>
          )}
          {liveSandboxes.length === 0 && (
            <Panel>
              <EmptyState
                icon={FlaskConical}
                title={waiting.length > 0 ? 'No sandboxes ready yet' : 'You don’t have a sandbox yet'}
                action={<Button href={paths.sandboxes()}>Browse templates</Button>}
              >
                A sandbox is a temporary Azure environment, ready in minutes and deleted when its lease ends.
              </EmptyState>
            </Panel>
          )}
          <Cards title="Your sandboxes" sandboxes={ownedSandboxes ?? []} />
          <Cards title="Shared with you" sandboxes={shared ?? []} />
          <MySandboxAccess />
        </div>
      )}
    </SandboxesFrame>
  )
}

function Cards({ title, sandboxes }: { title: string; sandboxes: readonly SandboxSummary[] }) {
  if (sandboxes.length === 0) return null
  return (
    <section>
      <h2 className="mb-2 text-md">{title}</h2>
      <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        {sandboxes.map((sandbox) => (
          <li key={sandbox.id}>
            <SandboxCard sandbox={sandbox} />
          </li>
        ))}
      </ul>
    </section>
  )
}
