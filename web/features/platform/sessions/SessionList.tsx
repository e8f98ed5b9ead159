import { Monitor } from 'lucide-react'
import { Button } from '../../../ui/Button.tsx'
import { Status } from '../../../ui/Status.tsx'
import { DateTime, RelativeTime } from '../../../ui/Time.tsx'
import { describeBrowser } from './describeBrowser.ts'
import type { Session } from './types.ts'

export function SessionList({ sessions, onEnd }: { sessions: readonly Session[]; onEnd: ((session: Session) => void) | undefined }) {
  return (
    <ul className="divide-y divide-line">
      {sessions.map((session) => (
        <li key={session.id} className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
          <Monitor size={18} aria-hidden className="shrink-0 text-ink-2" />
          <div className="min-w-0 flex-1">
            <p className="flex flex-wrap items-center gap-x-2 font-medium">
              {describeBrowser(session.browser)}
              {session.current && <Status tone="ok">This browser</Status>}
            </p>
            <p className="text-sm text-ink-2">
              Last used <RelativeTime at={session.lastSeenAt} />, signed in <RelativeTime at={session.startedAt} />
              {session.strong && ' with multi-factor authentication'}, expires <DateTime at={session.expiresAt} time={false} />
            </p>
          </div>
          {onEnd && (
            <Button size="sm" aria-label={`Sign out of ${describeBrowser(session.browser)}`} onClick={() => onEnd(session)}>
              Sign out
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
