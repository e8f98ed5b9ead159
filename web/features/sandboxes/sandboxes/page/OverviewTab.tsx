import { useQuery } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { Suspense } from 'react'
import { getSandboxSpend } from '../../../../api/sandboxPageQueries.ts'
import { Loading } from '../../../../shared/Loading.tsx'
import { reasonOf } from '../../../../shared/reasonOf.ts'
import { Button } from '../../../../ui/Button.tsx'
import { lazyComponent } from '../../../../ui/lazyComponent.tsx'
import { Panel } from '../../../../ui/Panel.tsx'
import { Skeleton } from '../../../../ui/Skeleton.tsx'
import { EmptyState } from '../../../../ui/States.tsx'
import { Facts } from './Facts.tsx'
import { LatestEvents } from './Latest.tsx'
import { SandboxPeople } from './SandboxPeople.tsx'
import { SandboxStatus } from './SandboxStatus.tsx'
import { SpendPanel } from './SpendPanel.tsx'
import { sandboxPageLabels } from './sandboxPageLabels.ts'
import type { DialogName, Sandbox } from './types.ts'

const SetUpPanel = lazyComponent(() => import('../SetUpPanel.tsx').then(({ SetUpPanel }) => ({ default: SetUpPanel })))

export function OverviewTab({ sandbox, onOpen }: { sandbox: Sandbox; onOpen: (dialog: DialogName) => void }) {
  const hiddenReason = reasonOf(sandbox, 'seeInside')
  const setUpRun = (sandbox.status === 'provisioning' || sandbox.status === 'failed') && sandbox.run
  return (
    <div className="space-y-4">
      <SandboxStatus sandbox={sandbox} onOpen={onOpen} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(19rem,1fr)]">
        <div className="min-w-0 space-y-4">
          {setUpRun && (
            <Suspense fallback={<Skeleton className="h-80" />}>
              <SetUpPanel run={setUpRun} name={sandbox.name} />
            </Suspense>
          )}
          {hiddenReason === undefined ? (
            <>
              {sandbox.lease.start && <SpendSummary sandbox={sandbox} />}
              <LatestEvents sandboxId={sandbox.id} />
            </>
          ) : (
            <Panel>
              <EmptyState
                icon={Lock}
                title={sandboxPageLabels.membersOnly}
                action={
                  sandbox.can.fetchAccess === true && (
                    <Button variant="primary" onClick={() => onOpen('ask')}>
                      {sandboxPageLabels.request}
                    </Button>
                  )
                }
              >
                <p>{hiddenReason}</p>
              </EmptyState>
            </Panel>
          )}
        </div>
        <div className="min-w-0 space-y-4">
          <Facts sandbox={sandbox} />
          <SandboxPeople sandbox={sandbox} />
        </div>
      </div>
    </div>
  )
}

function SpendSummary({ sandbox }: { sandbox: Sandbox }) {
  const spend = useQuery(getSandboxSpend(sandbox.id))
  if (spend.data) return <SpendPanel sandbox={sandbox} spend={spend.data} />
  return (
    <Panel title={sandboxPageLabels.spend}>
      <Loading subject="the spend" query={spend} lines={9} />
    </Panel>
  )
}
