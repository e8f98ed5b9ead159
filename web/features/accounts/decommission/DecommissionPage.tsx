import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { RotateCw } from 'lucide-react'
import { isNotFound } from '../../../api/problem.ts'
import { dryRunDecommission, getAccount } from '../../../api/queries.ts'
import { paths } from '../../../paths.ts'
import { ApprovalStagesPreview } from '../../../shared/ApprovalStages.tsx'
import { LoadError } from '../../../shared/LoadError.tsx'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { AccessDeniedPage, NotFoundPage } from '../../../shell/Pages.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { SkeletonText } from '../../../ui/Skeleton.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import { accountActionLabels } from '../accounts/labels.ts'
import { Blockers } from './Blockers.tsx'
import { Dependencies } from './Dependencies.tsx'
import { decommissionLabels } from './labels.ts'
import { NextSteps } from './NextSteps.tsx'
import { RemovalList } from './RemovalList.tsx'
import { RequestForm } from './RequestForm.tsx'

const route = getRouteApi('/accounts/$id/decommission')

export function DecommissionPage() {
  const { id } = route.useParams()
  const { data: account, error, refetch } = useQuery(getAccount(id))
  const allowed = account && reasonOf(account, 'decommission') === undefined
  const dryRun = useQuery({ ...dryRunDecommission(id), enabled: allowed === true })
  if (isNotFound(error)) return <NotFoundPage subject="account" homeHref={paths.accounts()} homeLabel="Accounts" />
  const breadcrumbs = [
    { label: 'Accounts', href: paths.accounts() },
    { label: account?.name ?? 'Account', href: paths.account(id) },
  ]
  if (error && !account)
    return (
      <Page title={accountActionLabels.decommission} breadcrumbs={breadcrumbs}>
        <Panel>
          <LoadError subject="the account" error={error} onRetry={refetch} />
        </Panel>
      </Page>
    )
  if (account && !allowed)
    return (
      <AccessDeniedPage
        reason={reasonOf(account, 'decommission')}
        homeHref={paths.account(id)}
        homeLabel="Go to account"
        ask="The account page shows the account’s status and owners."
      />
    )
  const result = dryRun.data
  return (
    <Page
      title={account ? decommissionLabels.title(account.name) : accountActionLabels.decommission}
      breadcrumbs={breadcrumbs}
      description="This is a dry run. Nothing has changed. Review what will be removed, then submit the request."
      actions={
        result && (
          <>
            <span className="text-sm text-ink-2">
              Checked <RelativeTime at={result.requestedAt} />
            </span>
            <Button icon={RotateCw} loading={dryRun.isFetching} onClick={() => dryRun.refetch()}>
              Refresh
            </Button>
          </>
        )
      }
    >
      {result && account ? (
        <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(19rem,1fr)] lg:grid-rows-[auto_1fr]">
          <div className="min-w-0 space-y-4">
            <Blockers dryRun={result} onRefresh={() => dryRun.refetch()} />
            <RemovalList dryRun={result} />
            <Dependencies dryRun={result} />
          </div>
          <div className="min-w-0 space-y-4 lg:row-span-2">
            <NextSteps dryRun={result} />
            <Panel title={decommissionLabels.approvers}>
              {result.approval.stages.length > 0 ? (
                <ApprovalStagesPreview preview={result.approval} />
              ) : (
                <p className="text-ink-2">No approval needed. The decommission starts when you submit the request.</p>
              )}
            </Panel>
          </div>
          <RequestForm account={account} dryRun={result} onRefresh={() => dryRun.refetch()} />
        </div>
      ) : dryRun.error ? (
        <Panel>
          <LoadError subject="the dry run" error={dryRun.error} onRetry={dryRun.refetch} />
        </Panel>
      ) : (
        <LoadingDryRun />
      )}
    </Page>
  )
}

function LoadingDryRun() {
  return (
    <Panel title="Dry run">
      <p role="status" className="mb-3 text-ink-2">
        Checking Azure, the directory and ServiceNow. This takes a few seconds.
      </p>
      <SkeletonText lines={8} />
    </Panel>
  )
}
