import { Compass } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import { Page } from '../ui/Page.tsx'
import { Panel } from '../ui/Panel.tsx'
import { EmptyState, ErrorState, RefusedState } from '../ui/States.tsx'

/** An address that leads nowhere. */
export function NotFoundPage({ homeHref, what = 'page' }: { homeHref: string; what?: string }) {
  return (
    <Page title="Not found" width="narrow">
      <Panel>
        <EmptyState icon={Compass} title={`There is no such ${what}`} action={<Button href={homeHref}>Go to the start</Button>}>
          The address may be mistyped, or it was deleted, or it is not for you to see.
        </EmptyState>
      </Panel>
    </Page>
  )
}

/** A screen one may not see. */
export function RefusedPage({ reason, homeHref, requestId }: { reason: ReactNode; homeHref: string; requestId?: string }) {
  return (
    <Page title="Not allowed" width="narrow">
      <Panel>
        <RefusedState reason={reason} requestId={requestId}>
          <Button href={homeHref}>Go to the start</Button>
        </RefusedState>
      </Panel>
    </Page>
  )
}

/** A screen that broke. */
export function ErrorPage({
  title = 'This page could not be shown',
  requestId,
  onRetry,
  children,
}: {
  title?: string
  requestId?: string
  onRetry?: () => void
  children?: ReactNode
}) {
  return (
    <Page title="Something went wrong" width="narrow">
      <Panel>
        <ErrorState title={title} requestId={requestId} onRetry={onRetry}>
          {children ?? <p>Try again. If it stays, tell us the request id or the time.</p>}
        </ErrorState>
      </Panel>
    </Page>
  )
}
