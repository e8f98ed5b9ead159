import { useRouter } from '@tanstack/react-router'
import { ArrowLeft, Compass } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import { Page } from '../ui/Page.tsx'
import { Panel } from '../ui/Panel.tsx'
import { EmptyState, ErrorState, RefusedState } from '../ui/States.tsx'

interface LeadsOn {
  /** Where one goes from here: the start, or the list that this belongs to, by its name. */
  homeHref: string
  homeLabel?: string
}

/** An address that leads nowhere. */
export function NotFoundPage({ homeHref, homeLabel = 'Go to the start', what = 'page' }: LeadsOn & { what?: string }) {
  const ways = (
    <>
      <BackButton />
      <Button href={homeHref}>{homeLabel}</Button>
    </>
  )
  return (
    <Page title="Not found" width="narrow">
      <Panel>
        <EmptyState icon={Compass} title={`There is no such ${what}`} action={ways}>
          The address may be mistyped, or it was deleted, or it is not for you to see.
        </EmptyState>
      </Panel>
    </Page>
  )
}

/** A screen one may not see, whom to ask, and ways on. */
export function RefusedPage({
  reason,
  homeHref,
  homeLabel = 'Go to the start',
  ask = 'Do you need it for your work? Tell the administrators: “Give feedback” at the top of the screen reaches them.',
  requestId,
  children,
}: LeadsOn & {
  reason: ReactNode
  ask?: string
  requestId?: string
  /** A way to get what is refused, as a button. */
  children?: ReactNode
}) {
  return (
    <Page title="Not allowed" width="narrow">
      <Panel>
        <RefusedState
          reason={
            <>
              {reason} {ask}
            </>
          }
          requestId={requestId}
        >
          <BackButton />
          <Button href={homeHref}>{homeLabel}</Button>
          {children}
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

/** Back to where one came from within Slipway; nothing for whoever followed a link from elsewhere. */
function BackButton() {
  // The gallery of the kit has no router.
  const history = (useRouter({ warn: false }) as ReturnType<typeof useRouter> | undefined)?.history
  if (!history?.canGoBack()) return null
  return (
    <Button icon={ArrowLeft} onClick={() => history.back()}>
      Back
    </Button>
  )
}
