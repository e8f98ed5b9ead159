import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { getAccountUpdate } from '../../../api/queries.ts'
import { paths } from '../../../paths.ts'
import { PriceChange } from '../../../shared/PriceChange.tsx'
import type { AccountUpdate } from '../../../shared/requestTypes.ts'
import { updateStatus } from '../../../shared/updateStatus.ts'
import { RequestDecision, RequestPage } from '../../../shell/RequestPage.tsx'
import { Diff } from '../../../ui/Diff.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { servicesLabels } from './labels.ts'
import { UpdateActions } from './UpdateActions.tsx'
import { UpdateNextStep } from './UpdateNextStep.tsx'
import { UpdateReason } from './UpdateReason.tsx'
import { UpdateRun } from './UpdateRun.tsx'
import { UpdateLoading, UpdateNotFound } from './UpdateStates.tsx'

const route = getRouteApi('/accounts/$id/updates/$updateId')

export function UpdatePage() {
  const { id, updateId } = route.useParams()
  const { data, error, refetch } = useQuery(getAccountUpdate(id, updateId))
  if (data) return <Update update={data} />
  return error ? <UpdateNotFound error={error} onRetry={refetch} /> : <UpdateLoading />
}

function Update({ update }: { update: AccountUpdate }) {
  const { account, run } = update
  return (
    <RequestPage
      kind="accountUpdate"
      request={update}
      statusOf={updateStatus}
      verb={update.kind === 'details' ? 'changed' : 'requested'}
      title={update.title}
      breadcrumbs={[
        { label: 'Accounts', href: paths.accounts() },
        { label: account.name, href: paths.account(account.id, 'changes') },
      ]}
      actions={<UpdateActions update={update} />}
    >
      <UpdateNextStep update={update} />
      {run && <UpdateRun run={run} update={update} />}
      <Panel title={servicesLabels.changes}>
        {update.price && (
          <div className="mb-4">
            <PriceChange price={update.price} />
          </div>
        )}
        <Diff rows={update.diff} />
        <UpdateReason reason={update.reason} />
      </Panel>
      <RequestDecision
        approvals={update.approvals}
        title={update.status === 'pending_approval' ? servicesLabels.approvers : 'Decision'}
        afterApproval="After final approval, the change is applied immediately."
      />
    </RequestPage>
  )
}
