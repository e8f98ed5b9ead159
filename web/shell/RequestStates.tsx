import { isDenied, isNotFound, problemOf } from '../api/problem.ts'
import { approvalLabels } from '../shared/approvalLabels.ts'
import { LoadError } from '../shared/LoadError.tsx'
import { Page } from '../ui/Page.tsx'
import { Panel } from '../ui/Panel.tsx'
import { SkeletonFacts, SkeletonText } from '../ui/Skeleton.tsx'
import { AccessDeniedPage, NotFoundPage } from './Pages.tsx'

interface PageLocation {
  title: string
  breadcrumbs: { label: string; href: string }[]
}

export function RequestLoading(place: PageLocation) {
  return (
    <Page {...place}>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(18rem,1fr)]">
        <div className="space-y-4">
          <Panel title={approvalLabels.approvers}>
            <SkeletonText lines={4} />
          </Panel>
          <Panel title="Request details">
            <SkeletonFacts />
          </Panel>
        </div>
        <Panel title="Activity">
          <SkeletonText lines={4} />
        </Panel>
      </div>
    </Page>
  )
}

export function RequestNotFound({
  listHref,
  error,
  onRetry,
  ...place
}: PageLocation & { listHref: string; error: unknown; onRetry: () => void }) {
  const { message, requestId } = problemOf(error)
  const listLabel = place.breadcrumbs.at(-1)!.label
  if (isNotFound(error)) return <NotFoundPage homeHref={listHref} homeLabel={listLabel} subject="request" />
  if (isDenied(error))
    return (
      <AccessDeniedPage
        reason={message}
        homeHref={listHref}
        homeLabel={listLabel}
        ask="Only the requester and the approvers can see this request. Ask one of them for the details you need."
        {...(requestId && { requestId })}
      />
    )
  return (
    <Page {...place}>
      <Panel>
        <LoadError subject="the request" error={error} onRetry={onRetry} />
      </Panel>
    </Page>
  )
}
