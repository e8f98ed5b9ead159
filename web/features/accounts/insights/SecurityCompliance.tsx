import { ShieldQuestion } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import type { CallResult } from '../../../api/client.ts'
import { problemOf } from '../../../api/problem.ts'
import { getPolicyCompliance } from '../../../api/queries.ts'
import { call } from '../../../api/queryCall.ts'
import { useCall } from '../../../api/useCall.ts'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { typeName } from '../../../shared/typeName.ts'
import { count } from '../../../shared/waits.ts'
import { Button } from '../../../ui/Button.tsx'
import { formatNumber, formatPercent } from '../../../ui/format.ts'
import { Link } from '../../../ui/Link.tsx'
import { Badge, Status } from '../../../ui/Status.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { InsightPanel } from './InsightPanel.tsx'
import { complianceLabels } from './labels.ts'
import { SecurityDisclosure } from './SecurityDisclosure.tsx'
import { SecurityRing } from './SecurityRing.tsx'
import { useInsight } from './useInsight.ts'

type Compliance = CallResult<'getPolicyCompliance'>
type Assignment = Compliance['assignments'][number]
type Policy = Assignment['policies'][number]

const pollIntervalMs = 15_000

export function SecurityCompliance({ account }: { account: CallResult<'getAccount'> }) {
  const { id } = account
  const insight = useInsight(getPolicyCompliance(id), () => call('getPolicyCompliance', { params: { id }, query: { refresh: true } }))
  const { data, refresh } = insight
  const evaluate = useCall('evaluatePolicies', [])
  const isEvaluating = evaluate.isSuccess && data === undefined
  // A ref holds the latest `refresh`, so that its changes don’t restart the timer.
  const latestRefresh = useRef(refresh)
  latestRefresh.current = refresh
  useEffect(() => {
    if (!isEvaluating) return
    const timer = setInterval(() => latestRefresh.current(), pollIntervalMs)
    return () => clearInterval(timer)
  }, [isEvaluating])
  return (
    <InsightPanel
      title={complianceLabels.title}
      what="policy compliance"
      icon={ShieldQuestion}
      insight={insight}
      flush
      offAction={
        isEvaluating ? (
          <p role="status" className="text-ink-2">
            {complianceLabels.evaluating}
          </p>
        ) : (
          <Button
            loading={evaluate.isPending}
            disabledReason={reasonOf(account, 'update')}
            onClick={() =>
              evaluate.mutate(
                { params: { id } },
                { onError: (error) => toast.bad('Couldn’t start the evaluation', { description: problemOf(error).message }) },
              )
            }
          >
            {complianceLabels.evaluate}
          </Button>
        )
      }
    >
      {(data) => (
        <>
          <ComplianceDetails compliance={data} />
          {data.assignments.map((assignment) => (
            <AssignmentPart key={assignment.id} assignment={assignment} />
          ))}
        </>
      )}
    </InsightPanel>
  )
}

function ComplianceDetails({ compliance: { compliantPercent, resources, nonCompliantPolicies, evaluatedAt } }: { compliance: Compliance }) {
  // If the share were rounded up, it could be 100% although a policy is violated.
  const share = Math.floor(compliantPercent) / 100
  return (
    <div className="flex flex-wrap items-center gap-x-8 gap-y-4 p-4">
      <SecurityRing share={share} label={complianceLabels.share(formatPercent(share))} text={formatPercent(share)} />
      <dl className="grid min-w-44 flex-1 grid-cols-2 gap-x-6 gap-y-3 lg:grid-cols-4">
        <Figure label="Compliant resources">{formatNumber(resources.compliant)}</Figure>
        <Figure label="Non-compliant resources">{formatNumber(resources.nonCompliant)}</Figure>
        <Figure label="Policies not met">{formatNumber(nonCompliantPolicies)}</Figure>
        {resources.exempt > 0 && <Figure label="Exempt resources">{formatNumber(resources.exempt)}</Figure>}
        {evaluatedAt && (
          <Figure label="Last evaluated" plain>
            <RelativeTime at={evaluatedAt} />
          </Figure>
        )}
      </dl>
    </div>
  )
}

function Figure({ label, plain, children }: { label: string; plain?: boolean; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-ink-2">{label}</dt>
      <dd className={plain ? 'mt-0.5' : 'text-lg font-semibold tabular-nums'}>{children}</dd>
    </div>
  )
}

function AssignmentPart({ assignment: { name, scope, resources, policies } }: { assignment: Assignment }) {
  return (
    <section aria-label={name} className="border-t border-line">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-0.5 bg-sunken px-4 py-2">
        <h3 className="text-sm font-semibold">{name}</h3>
        <span className="text-sm text-ink-2">{scope}</span>
        <span className="text-sm sm:ml-auto">
          {resources.nonCompliant === 0 ? (
            <Status tone="ok">{count(resources.compliant, 'resource')}, all compliant</Status>
          ) : (
            <Status tone="warn">
              {formatNumber(resources.nonCompliant)} of {count(resources.compliant + resources.nonCompliant, 'resource')} non-compliant
            </Status>
          )}
        </span>
      </div>
      {policies.length > 0 && (
        <ul className="divide-y divide-line border-t border-line">
          {policies.map((policy) => (
            <SecurityDisclosure
              key={policy.id}
              className="flex flex-wrap items-center gap-x-3 gap-y-0.5 sm:grid sm:grid-cols-[minmax(0,1fr)_10rem_3rem]"
              line={
                <>
                  <span className="basis-full font-medium wrap-anywhere">{policy.name}</span>
                  <span className="text-ink-2">{policy.category}</span>
                  <span className="ml-auto tabular-nums">
                    <Badge tone="warn">{formatNumber(policy.nonCompliantResources)}</Badge>
                    <span className="sr-only">
                      {' '}
                      {policy.nonCompliantResources === 1 ? 'non-compliant resource' : 'non-compliant resources'}
                    </span>
                  </span>
                </>
              }
            >
              {() => <PolicyDetail policy={policy} />}
            </SecurityDisclosure>
          ))}
        </ul>
      )}
    </section>
  )
}

function PolicyDetail({ policy }: { policy: Policy }) {
  const remainingCount = policy.nonCompliantResources - policy.resources.length
  return (
    <div className="space-y-3">
      <div className="max-w-prose space-y-1">
        {policy.description && <p>{policy.description}</p>}
        <p>
          <span className="font-medium">{complianceLabels.remedy}</span>
          {policy.remedy}{' '}
          <Link href={policy.link} target="_blank" rel="noreferrer">
            {complianceLabels.viewPolicy}
          </Link>
        </p>
      </div>
      <ul className="divide-y divide-line rounded-md border border-line bg-surface">
        {policy.resources.map((resource) => (
          <li
            key={resource.id}
            className="flex flex-wrap gap-x-3 px-3 py-1.5 sm:grid sm:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)_minmax(0,1fr)] sm:items-center"
          >
            <span className="basis-full font-medium wrap-anywhere">{resource.name}</span>
            <span className="text-ink-2">{typeName(resource.type)}</span>
            <span className="text-ink-2 wrap-anywhere">{resource.resourceGroup}</span>
          </li>
        ))}
      </ul>
      {remainingCount > 0 && (
        <p className="text-sm text-ink-2">and {count(remainingCount, 'more resource')}, listed with the policy in Azure.</p>
      )}
    </div>
  )
}
