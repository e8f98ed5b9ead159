import { useQuery } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { testPolicy } from '../../../api/approvalPolicies.ts'
import { listAccountApprovals } from '../../../api/queries.ts'
import { paths } from '../../../paths.ts'
import { LoadError } from '../../../shared/LoadError.tsx'
import { useNavigateTo } from '../../../shared/useNavigateTo.ts'
import { subjectOf } from '../../../subjects.ts'
import { formatDateTime } from '../../../ui/format.ts'
import { Panel } from '../../../ui/Panel.tsx'
import { Select } from '../../../ui/Select.tsx'
import { SkeletonText } from '../../../ui/Skeleton.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { TestResultText } from './TestResultText.tsx'
import type { ApprovalPolicy } from './types.ts'

const max = 15

export function TestPanel({ policy, request }: { policy: ApprovalPolicy; request: string | undefined }) {
  const navigateTo = useNavigateTo()
  const all = useQuery(listAccountApprovals())
  const kindRequests = (all.data ?? []).filter(({ subjectKind }) => subjectKind === policy.kind).slice(0, max)
  const selected = request ?? kindRequests[0]?.id
  const testResult = useQuery({
    ...testPolicy(policy.id, policy.version, selected ? { approvalId: selected } : {}),
    enabled: selected !== undefined,
  })
  const options = kindRequests.map((item) => ({
    value: item.id,
    label: subjectOf(item).name,
    hint: `${item.requester.displayName}, ${formatDateTime(item.openedAt, { time: false })}`,
  }))
  if (selected && !options.some(({ value }) => value === selected)) options.unshift({ value: selected, label: 'Linked request', hint: '' })
  if (all.error && !all.data && !request)
    return (
      <Panel>
        <LoadError subject="past requests" error={all.error} onRetry={() => all.refetch()} />
      </Panel>
    )
  if (!all.data && !request)
    return (
      <Panel title="Test policy">
        <SkeletonText lines={6} />
      </Panel>
    )
  if (!selected)
    return (
      <Panel>
        <EmptyState icon={FlaskConical} title="No requests yet">
          After someone submits a request of this kind, you can test this version on it.
        </EmptyState>
      </Panel>
    )
  return (
    <Panel title="Test on a request" description="Tests don’t save anything or send notifications.">
      <div className="max-w-2xl space-y-5">
        <Select
          label="Past request"
          options={options}
          value={selected}
          onChange={(id) => navigateTo(paths.policy(policy.id, { version: policy.version, tab: 'try', request: id }), { replace: true })}
        />
        {testResult.error ? (
          <LoadError subject="the test" error={testResult.error} onRetry={() => testResult.refetch()} />
        ) : testResult.data ? (
          <TestResultText testResult={testResult.data} draft={policy.document} withConditions />
        ) : (
          <SkeletonText lines={5} />
        )}
      </div>
    </Panel>
  )
}
