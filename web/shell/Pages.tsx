import { useRouter } from '@tanstack/react-router'
import { ArrowLeft, Compass } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import { Page } from '../ui/Page.tsx'
import { Panel } from '../ui/Panel.tsx'
import { AccessDeniedState, EmptyState, ErrorState } from '../ui/States.tsx'
import { shellLabels } from './shellLabels.ts'

interface HomeLinkProps {
  /** A link to Home, or to the list that the record belongs to. */
  homeHref: string
  homeLabel?: string
}

export function NotFoundPage({ homeHref, homeLabel = 'Go to home page', subject = 'page' }: HomeLinkProps & { subject?: string }) {
  const pageLinks = (
    <>
      <BackButton />
      <Button href={homeHref}>{homeLabel}</Button>
    </>
  )
  return (
    <Page title="Not found" width="narrow">
      <Panel>
        <EmptyState icon={Compass} title={shellLabels.notFound(subject)} action={pageLinks}>
          Check the URL. The page might have been deleted, or you don’t have access to it.
        </EmptyState>
      </Panel>
    </Page>
  )
}

export function AccessDeniedPage({
  reason,
  homeHref,
  homeLabel = 'Go to home page',
  ask = 'If you need access for your work, select “Give feedback” at the top of the page to contact the administrators.',
  requestId,
  children,
}: HomeLinkProps & {
  reason: ReactNode
  ask?: string
  requestId?: string
  children?: ReactNode
}) {
  return (
    <Page title="Not allowed" width="narrow">
      <Panel>
        <AccessDeniedState
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
        </AccessDeniedState>
      </Panel>
    </Page>
  )
}

export function ErrorPage({
  title = shellLabels.broken,
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
          {children ?? <p>Try again. If the problem continues, send the administrators the request ID or the time.</p>}
        </ErrorState>
      </Panel>
    </Page>
  )
}

/** Hidden if the person came from another site. */
function BackButton() {
  // The component gallery has no router.
  const history = (useRouter({ warn: false }) as ReturnType<typeof useRouter> | undefined)?.history
  if (!history?.canGoBack()) return null
  return (
    <Button icon={ArrowLeft} onClick={() => history.back()}>
      Back
    </Button>
  )
}
