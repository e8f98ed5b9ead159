import { useQuery } from '@tanstack/react-query'
import { Outlet, useLocation } from '@tanstack/react-router'
import { Suspense } from 'react'
import { isSignedOut, problemOf, withoutUnchanged } from '../../../api/problem.ts'
import { getMe } from '../../../api/queries.ts'
import { base, paths } from '../../../paths.ts'
import { RouterLink } from '../../../RouterLink.tsx'
import { Logo } from '../../../shell/Logo.tsx'
import { ErrorPage } from '../../../shell/Pages.tsx'
import { lazyComponent } from '../../../ui/lazyComponent.tsx'
import { UiProvider } from '../../../ui/UiProvider.tsx'
import { Frame } from './Frame.tsx'
import { sessionLabels } from './labels.ts'

const SignInPage = lazyComponent(() => import('../../../shell/SignInPage.tsx').then(({ SignInPage }) => ({ default: SignInPage })))

export function Root() {
  const path = useLocation({ select: ({ pathname }) => base + pathname })
  return (
    <UiProvider link={RouterLink} appName="Slipway">
      {path === paths.signedOut() ? <Outlet /> : <SignedInApp />}
    </UiProvider>
  )
}

function SignedInApp() {
  const currentUser = useQuery(getMe())
  const currentPath = useLocation({ select: ({ href }) => href })
  // The earlier response stays in the cache when the session ends, so the error is checked first.
  if (isSignedOut(currentUser.error)) {
    const message = currentUser.data ? sessionLabels.ended : undefined
    return (
      <Suspense>
        <SignInPage returnTo={base + currentPath} {...(message && { message })} />
      </Suspense>
    )
  }
  if (currentUser.data) return <Frame me={currentUser.data} />
  if (currentUser.error) {
    const { message, requestId, status } = problemOf(currentUser.error)
    return (
      <main className="min-h-dvh bg-sunken">
        <ErrorPage
          title={status === undefined ? sessionLabels.unreachable : sessionLabels.failed}
          onRetry={() => currentUser.refetch()}
          {...(requestId && { requestId })}
        >
          <p>{withoutUnchanged(message)}</p>
        </ErrorPage>
      </main>
    )
  }
  return <LoadingState />
}

/** The bar is the same as in index.html, so that the page doesn’t jump when the rest has loaded. */
function LoadingState() {
  return (
    <div className="min-h-dvh bg-sunken" role="status" aria-label="Loading Slipway">
      <div className="h-(--bar) border-b border-line bg-canvas">
        <div className="brand flex h-full items-center gap-2.5 pl-3.5 text-on-brand [--mark-hull:#7ad8cd]">
          <Logo size={26} />
          <span className="text-[0.9375rem] font-semibold tracking-[-0.015em] max-[359px]:sr-only">Slipway</span>
        </div>
      </div>
    </div>
  )
}
