import { paths } from '../../../paths.ts'
import { ErrorPage, NotFoundPage } from '../../../shell/Pages.tsx'
import { shellLabels } from '../../../shell/shellLabels.ts'
import { uiLabels } from '../../../ui/labels.ts'
import { type MissingPart, reloadPage } from '../../../ui/missingPart.ts'
import { Page } from '../../../ui/Page.tsx'
import { SkeletonText } from '../../../ui/Skeleton.tsx'

export function MissingScreen() {
  return <NotFoundPage homeHref={paths.home()} />
}

/** A missing chunk usually means that a new version was deployed, so a retry reloads the page. */
export function ScreenFailed() {
  return (
    <ErrorPage onRetry={() => void reloadPage()}>
      <p>Slipway might have been updated while this page was open. Try again to load the new version.</p>
    </ErrorPage>
  )
}

/** Shown in the place of a screen whose code is missing. */
export function MissingScreenCode({ reason, onRetry }: { reason: MissingPart; onRetry: () => void }) {
  return (
    <ErrorPage title={shellLabels.screenMissing} onRetry={onRetry}>
      <p>
        {reason === 'updated'
          ? `Slipway was updated. ${uiLabels.reloadAfterUpdate}`
          : 'The code of this page isn’t loaded yet, and Slipway can’t be reached. The page opens when the connection is back.'}
      </p>
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
