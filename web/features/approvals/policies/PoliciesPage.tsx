import { useQuery } from '@tanstack/react-query'
import { FilePen, Pencil } from 'lucide-react'
import { listApprovalPolicies } from '../../../api/approvalPolicies.ts'
import { problemOf } from '../../../api/problem.ts'
import { getMe } from '../../../api/queries.ts'
import { useCall } from '../../../api/useCall.ts'
import { paths } from '../../../paths.ts'
import { LoadError } from '../../../shared/LoadError.tsx'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { Trend } from '../../../shared/Trend.tsx'
import { useNavigateTo } from '../../../shared/useNavigateTo.ts'
import { count } from '../../../shared/waits.ts'
import { AccessDeniedPage } from '../../../shell/Pages.tsx'
import { policyAboutOf } from '../../../subjects.ts'
import { Button } from '../../../ui/Button.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { Link } from '../../../ui/Link.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { SkeletonText } from '../../../ui/Skeleton.tsx'
import { Status } from '../../../ui/Status.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { policyLabels } from './labels.ts'
import type { PolicyRow } from './types.ts'
import { versionDisplays } from './versionLabels.ts'

export function PoliciesPage() {
  const currentUser = useQuery(getMe()).data
  const isAdminOrAuditor = currentUser?.roles.includes('admin') || currentUser?.roles.includes('auditor')
  const list = useQuery({ ...listApprovalPolicies(), enabled: isAdminOrAuditor === true })
  if (currentUser && !isAdminOrAuditor)
    return (
      <AccessDeniedPage
        reason="Only administrators and auditors can see the policies. You see the approvers of a request before you submit it."
        homeHref={paths.home()}
      />
    )
  return (
    <Page
      title="Approval policies"
      description="Rules for automatic decisions and approval stages. You can replay a change on past requests, and another administrator approves it."
    >
      {isAdminOrAuditor && <Trend name="approvals" />}
      {list.error && !list.data ? (
        <Panel>
          <LoadError subject="policies" error={list.error} onRetry={() => list.refetch()} />
        </Panel>
      ) : (
        <Panel flush>
          {list.data ? (
            <ul aria-label="Policies" className="divide-y divide-line">
              {list.data.map((row) => (
                <PolicyItem key={row.kind} row={row} />
              ))}
            </ul>
          ) : (
            <div className="p-4">
              <SkeletonText lines={14} />
            </div>
          )}
        </Panel>
      )}
    </Page>
  )
}

function PolicySummary({ reading: { approvers, automatic } }: { reading: NonNullable<PolicyRow['reading']> }) {
  return (
    <div className="mt-1 max-w-prose wrap-anywhere">
      {approvers.length > 1 ? (
        <>
          <p>Approvers, in this order:</p>
          <ol className="list-decimal pl-5 marker:text-ink-3">
            {approvers.map((sentence) => (
              <li key={sentence} className="first-letter:uppercase">
                {sentence}
              </li>
            ))}
          </ol>
        </>
      ) : (
        <p>Approver: {approvers[0] ?? 'none'}</p>
      )}
      {automatic.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
  )
}

function PolicyItem({ row }: { row: PolicyRow }) {
  const navigateTo = useNavigateTo()
  const draft = useCall('draftApprovalPolicy', ['approvalPolicy'])
  const { kind, kindName, id, live, open } = row
  const begin = async () => {
    try {
      const created = await draft.mutateAsync({ body: { kind } })
      navigateTo(paths.policy(created.id, { version: created.version }))
    } catch (error) {
      toast.bad('Couldn’t create the draft', { description: problemOf(error).message })
    }
  }
  return (
    <li className="grid items-start gap-x-6 gap-y-2 px-4 py-3.5 md:grid-cols-[minmax(0,1fr)_minmax(0,17rem)_9rem]">
      <div className="min-w-0">
        <h2 className="text-base font-semibold">
          {id ? (
            <Link variant="name" href={paths.policy(id, live ? { version: live.version } : {})}>
              {kindName}
            </Link>
          ) : (
            kindName
          )}
        </h2>
        <p className="text-sm text-ink-2">{policyAboutOf(kind)}</p>
        {row.reading && <PolicySummary reading={row.reading} />}
        {live ? (
          <p className="mt-1 text-sm text-ink-2">
            {live.name !== kindName && `“${live.name}”, `}
            {live.name === kindName ? 'Version' : 'version'} {live.version}
            {live.liveAt && (
              <>
                {' went live '}
                <RelativeTime at={live.liveAt} />
              </>
            )}
          </p>
        ) : (
          <p className="mt-1 text-sm text-warn">No live version. These requests are currently unavailable.</p>
        )}
      </div>
      <div className="min-w-0 space-y-1 text-sm">
        {open && id && (
          <p>
            <Status tone={versionDisplays[open.status].tone}>
              <Link href={paths.policy(id, { version: open.version })}>
                Version {open.version}: {versionDisplays[open.status].label.toLocaleLowerCase()}
              </Link>
            </Status>
          </p>
        )}
        <p className="text-ink-2">{row.pending > 0 ? `${count(row.pending, 'pending request')}` : 'No pending requests'}</p>
        <p className="text-ink-2">
          {row.decided > 0
            ? `${count(row.decided, 'decision')} in 90 days${row.automatic > 0 ? `, ${formatNumber(row.automatic)} automatic` : ''}`
            : 'No decisions in 90 days'}
        </p>
      </div>
      <div className="md:text-right">
        {open && id ? (
          <Button size="sm" icon={FilePen} href={paths.policy(id, { version: open.version })}>
            Open draft<span className="sr-only"> of {kindName}</span>
          </Button>
        ) : (
          <Button
            size="sm"
            icon={Pencil}
            loading={draft.isPending}
            disabledReason={reasonOf(row, 'draft')}
            {...(live && id ? { href: paths.policy(id, { version: live.version, tab: 'edit' }) } : { onClick: () => void begin() })}
          >
            {live ? policyLabels.edit : policyLabels.create}
            <span className="sr-only"> for {kindName}</span>
          </Button>
        )}
      </div>
    </li>
  )
}
