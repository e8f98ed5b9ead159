import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { reloadPage, useChunkFailure } from '../ui/chunkFailure.ts'
import { uiLabels } from '../ui/labels.ts'
import { chunkFailureLabels } from './labels.ts'
import { shellLabels } from './shellLabels.ts'

export function ConnectionBanners({ connection }: { connection: 'live' | 'lost' }) {
  const missing = useChunkFailure()
  return (
    <div className="sticky top-(--bar) z-15">
      {missing && (
        <Banner
          wide
          tone="warn"
          title={chunkFailureLabels[missing]}
          action={missing === 'updated' && <Button onClick={() => void reloadPage()}>{uiLabels.reload}</Button>}
        >
          {missing === 'updated'
            ? uiLabels.reloadAfterUpdate
            : 'Slipway can’t be reached. We try again automatically, and your input is kept.'}
        </Banner>
      )}
      {connection === 'lost' && missing !== 'unreachable' && (
        <Banner wide tone="warn" title={shellLabels.offline}>
          Information on this page can be out of date. We’re reconnecting, and your input is kept.
        </Banner>
      )}
    </div>
  )
}
