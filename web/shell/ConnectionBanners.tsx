import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { uiLabels } from '../ui/labels.ts'
import { reloadPage, useMissingPart } from '../ui/missingPart.ts'
import { missingPartLabels } from './labels.ts'
import { shellLabels } from './shellLabels.ts'

/** Messages about the connection and missing code, which stay in view while the page scrolls. */
export function ConnectionBanners({ connection }: { connection: 'live' | 'lost' }) {
  const missing = useMissingPart()
  return (
    <div className="sticky top-(--bar) z-15">
      {missing && (
        <Banner
          wide
          tone="warn"
          title={missingPartLabels[missing]}
          action={missing === 'updated' && <Button onClick={() => void reloadPage()}>Reload</Button>}
        >
          {missing === 'updated'
            ? uiLabels.reloadAfterUpdate
            : 'Slipway can’t be reached. We try again automatically, and your input is kept.'}
        </Banner>
      )}
      {connection === 'lost' && missing !== 'unreachable' && (
        <Banner wide tone="warn" title={shellLabels.offline}>
          Information on this page can be out of date. We’re reconnecting. Your input is kept.
        </Banner>
      )}
    </div>
  )
}
