import { isDenied, isNotFound, problemOf } from '../../../api/problem.ts'
import { paths } from '../../../paths.ts'
import { LoadError } from '../../../shared/LoadError.tsx'
import { AccessDeniedPage, NotFoundPage } from '../../../shell/Pages.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { SkeletonText } from '../../../ui/Skeleton.tsx'
import { servicesLabels } from './labels.ts'

const breadcrumbs = [{ label: 'Accounts', href: paths.accounts() }]

export function UpdateNotFound({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { message, requestId } = problemOf(error)
  if (isNotFound(error)) return <NotFoundPage homeHref={paths.accounts()} homeLabel="Accounts" subject="change" />
  if (isDenied(error))
    return (
      <AccessDeniedPage reason={message} homeHref={paths.accounts()} homeLabel="Accounts" ask="" {...(requestId && { requestId })}>
        <Button href={paths.findAccess()}>Find access</Button>
      </AccessDeniedPage>
    )
  return (
    <Page title="Change" breadcrumbs={breadcrumbs}>
      <Panel>
        <LoadError subject="the change" error={error} onRetry={onRetry} />
      </Panel>
    </Page>
  )
}

export function UpdateLoading() {
  return (
    <Page title="Change" breadcrumbs={breadcrumbs}>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(18rem,1fr)]">
        <div className="space-y-4">
          <Panel title={servicesLabels.changes}>
            <SkeletonText lines={5} />
          </Panel>
          <Panel title={servicesLabels.approvers}>
            <SkeletonText lines={5} />
          </Panel>
        </div>
        <Panel title="Activity">
          <SkeletonText lines={5} />
        </Panel>
      </div>
    </Page>
  )
}
