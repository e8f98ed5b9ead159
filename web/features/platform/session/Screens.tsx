import { paths } from '../../../paths.ts'
import { ErrorPage, NotFoundPage } from '../../../shell/Pages.tsx'
import { shellLabels } from '../../../shell/shellLabels.ts'
import { type ChunkFailure, reloadPage } from '../../../ui/chunkFailure.ts'
import { uiLabels } from '../../../ui/labels.ts'
import { Page } from '../../../ui/Page.tsx'
import { SkeletonText } from '../../../ui/Skeleton.tsx'

export function MissingScreen() {
  return <NotFoundPage homeHref={paths.home()} />
}

/** A missing chunk usually means that a new version of Slipway was installed, so a retry reloads the page. */
export function ScreenFailed() {
  return (
    <ErrorPage onRetry={() => void reloadPage()}>
      <p>Slipway might have been updated while this page was open. Try again to load the new version.</p>
    </ErrorPage>
  )
}

export function MissingScreenCode({ reason, onRetry }: { reason: ChunkFailure; onRetry: () => void }) {
  return (
    <ErrorPage title={shellLabels.screenMissing} onRetry={onRetry}>
      <p>
        {reason === 'updated'
          ? `Slipway was updated. ${uiLabels.reloadAfterUpdate}`
          : 'We can’t reach Slipway to load this page. The page opens when the connection is back.'}
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
