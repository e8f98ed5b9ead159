import { isNotFound, isRefused, problemOf } from '../../../api/problem.ts'
import { paths } from '../../../paths.ts'
import { Failed } from '../../../shared/Failed.tsx'
import { NotFoundPage, RefusedPage } from '../../../shell/Pages.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { SkeletonText } from '../../../ui/Skeleton.tsx'

const way = [{ label: 'Accounts', href: paths.accounts() }]

export function UpdateNotThere({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { message, requestId } = problemOf(error)
  if (isNotFound(error)) return <NotFoundPage homeHref={paths.accounts()} homeLabel="Accounts" what="change" />
  if (isRefused(error))
    return (
      <RefusedPage reason={message} homeHref={paths.accounts()} homeLabel="Accounts" ask="" {...(requestId && { requestId })}>
        <Button href={paths.findAccess()}>Find access</Button>
      </RefusedPage>
    )
  return (
    <Page title="Change" breadcrumbs={way}>
      <Panel>
        <Failed what="Change" error={error} onRetry={onRetry} />
      </Panel>
    </Page>
  )
}

export function UpdateWaiting() {
  return (
    <Page title="Change" breadcrumbs={way}>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(18rem,1fr)]">
        <div className="space-y-4">
          <Panel title="Changes">
            <SkeletonText lines={5} />
          </Panel>
          <Panel title="Approvers">
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
