import { Play } from 'lucide-react'
import { isAllowed } from '../../../shared/reasonOf.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import type { Overview } from './types.ts'
import { useResume } from './useResume.ts'

/** A longer pause was probably forgotten. */
const longPauseMs = 3_600_000

export function Pauses({ overview }: { overview: Overview }) {
  const { busy, resume } = useResume()
  return (
    <ul aria-label="Paused queues" className="space-y-2">
      {overview.pauses.map(({ queue, title, since, by, reason, whilePaused }) => (
        <li key={queue}>
          <Banner
            tone={Date.now() - Date.parse(since) > longPauseMs ? 'bad' : 'warn'}
            title={
              <>
                {title}: paused by {by}, <RelativeTime at={since} />
              </>
            }
            action={
              isAllowed(overview, 'act') && (
                <Button size="sm" icon={Play} loading={busy} onClick={() => void resume(queue, title)}>
                  Resume<span className="sr-only">: {title}</span>
                </Button>
              )
            }
          >
            <span className="wrap-anywhere">“{reason}”</span> {whilePaused} New jobs are kept.
          </Banner>
        </li>
      ))}
    </ul>
  )
}
