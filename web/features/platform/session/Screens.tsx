import { paths } from '../../../paths.ts'
import { ErrorPage, NotFoundPage } from '../../../shell/Pages.tsx'
import { Page } from '../../../ui/Page.tsx'
import { SkeletonText } from '../../../ui/Skeleton.tsx'

export function MissingScreen() {
  return <NotFoundPage homeHref={paths.home()} />
}

/** A missing chunk usually means that a new version was deployed, so a retry reloads the page. */
export function ScreenFailed() {
  return (
    <ErrorPage onRetry={() => location.reload()}>
      <p>Slipway might have been updated while this page was open. Try again to load the new version.</p>
    </ErrorPage>
  )
}

export function SigningIn() {
  return (
    <Page title="Loading">
      <SkeletonText lines={6} />
    </Page>
  )
}
