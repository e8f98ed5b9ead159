import { useQuery } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { testPolicy } from '../../../api/approvalPolicies.ts'
import { listAccountApprovals } from '../../../api/queries.ts'
import { paths } from '../../../paths.ts'
import { Failed } from '../../../shared/Failed.tsx'
import { useNavigateTo } from '../../../shared/useNavigateTo.ts'
import { subjectOf } from '../../../subjects.ts'
import { formatDateTime } from '../../../ui/format.ts'
import { Panel } from '../../../ui/Panel.tsx'
import { Select } from '../../../ui/Select.tsx'
import { SkeletonText } from '../../../ui/Skeleton.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { TrialTexts } from './TrialTexts.tsx'
import type { ApprovalPolicy } from './types.ts'

const max = 15

export function TryPanel({ policy, request }: { policy: ApprovalPolicy; request: string | undefined }) {
  const go = useNavigateTo()
  const all = useQuery(listAccountApprovals())
  const own = (all.data ?? []).filter(({ subjectKind }) => subjectKind === policy.kind).slice(0, max)
  const chosen = request ?? own[0]?.id
  const trial = useQuery({ ...testPolicy(policy.id, policy.version, chosen ? { approvalId: chosen } : {}), enabled: chosen !== undefined })
  const options = own.map((item) => ({
    value: item.id,
    label: subjectOf(item).name,
    hint: `${item.requester.displayName}, ${formatDateTime(item.openedAt, { time: false })}`,
  }))
  if (chosen && !options.some(({ value }) => value === chosen)) options.unshift({ value: chosen, label: 'Linked request', hint: '' })
  if (all.error && !all.data && !request)
    return (
      <Panel>
        <Failed what="Past requests" error={all.error} onRetry={() => all.refetch()} />
      </Panel>
    )
  if (!all.data && !request)
    return (
      <Panel title="Test policy">
        <SkeletonText lines={6} />
      </Panel>
    )
  if (!chosen)
    return (
      <Panel>
        <EmptyState icon={FlaskConical} title="No requests yet">
          You can test this version when there is a request of this kind.
        </EmptyState>
      </Panel>
    )
  return (
    <Panel title="Test on a request" description="A test saves nothing and sends no notifications.">
      <div className="max-w-2xl space-y-5">
        <Select
          label="Past request"
          options={options}
          value={chosen}
          onChange={(id) => go(paths.policy(policy.id, { version: policy.version, tab: 'try', request: id }), { replace: true })}
        />
        {trial.error ? (
          <Failed what="Test" error={trial.error} onRetry={() => trial.refetch()} />
        ) : trial.data ? (
          <TrialTexts trial={trial.data} draft={policy.document} withConditions />
        ) : (
          <SkeletonText lines={5} />
        )}
      </div>
    </Panel>
  )
}
