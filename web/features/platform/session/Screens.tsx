import { paths } from '../../../paths.ts'
import { ErrorPage, NotFoundPage } from '../../../shell/Pages.tsx'
import { Page } from '../../../ui/Page.tsx'
import { SkeletonText } from '../../../ui/Skeleton.tsx'

/** An address that leads nowhere. */
export function MissingScreen() {
  return <NotFoundPage homeHref={paths.home()} />
}

/** A screen that broke, or whose program could not be fetched: a new version may have come out. */
export function ScreenFailed() {
  return (
    <ErrorPage onRetry={() => location.reload()}>
      <p>A new version of Slipway may have come out while this page was open. Try again to load it.</p>
    </ErrorPage>
  )
}

/** While a screen is on its way. */
export function Arriving() {
  return (
    <Page title="Loading">
      <SkeletonText lines={6} />
    </Page>
  )
}
