import {
  Check,
  CheckCheck,
  CircleAlert,
  Clock,
  CornerDownRight,
  MessageCircle,
  MessageSquareReply,
  PartyPopper,
  Send,
  SkipForward,
  Undo2,
  X,
} from 'lucide-react'
import { cx } from '../ui/cx.ts'
import type { Icon } from '../ui/icon.ts'
import { RelativeTime } from '../ui/Time.tsx'
import { labelOf } from './factLabels.ts'
import type { RequestEvent } from './requestTypes.ts'

const displays: Record<string, { Icon: Icon; tone: string }> = {
  submitted: { Icon: Send, tone: 'text-info' },
  stage: { Icon: CornerDownRight, tone: 'text-ink-2' },
  approve: { Icon: Check, tone: 'text-ok' },
  approved: { Icon: CheckCheck, tone: 'text-ok' },
  reject: { Icon: X, tone: 'text-bad' },
  requestChanges: { Icon: MessageSquareReply, tone: 'text-warn' },
  comment: { Icon: MessageCircle, tone: 'text-info' },
  expired: { Icon: Clock, tone: 'text-warn' },
  cancelled: { Icon: Undo2, tone: 'text-ink-2' },
  step: { Icon: Check, tone: 'text-accent' },
  skipped: { Icon: SkipForward, tone: 'text-ink-2' },
  failed: { Icon: CircleAlert, tone: 'text-bad' },
  ready: { Icon: PartyPopper, tone: 'text-ok' },
}

export function RequestTimeline({ events }: { events: readonly RequestEvent[] }) {
  return (
    <ol aria-label="Activity, newest first" className="space-y-2.5">
      {events.toReversed().map((event) => {
        const { Icon: Glyph, tone } = displays[event.kind] ?? { Icon: Clock, tone: 'text-ink-2' }
        return (
          <li key={`${event.at} ${event.kind} ${event.text}`} className="flex gap-2.5">
            <Glyph size={15} aria-hidden strokeWidth={2.2} className={cx('mt-0.5 shrink-0', tone)} />
            <div className="min-w-0 flex-1">
              <p className="wrap-anywhere">{event.text}</p>
              {event.comment && (
                <blockquote className="mt-0.5 border-l-3 border-line-mid pl-2.5 text-sm wrap-anywhere whitespace-pre-line text-ink-2">
                  {event.comment}
                </blockquote>
              )}
              {event.changes && (
                <ul className="mt-0.5 text-sm wrap-anywhere text-ink-2">
                  {event.changes.map(({ key, label, before, after }) => (
                    <li key={label}>
                      {label}: {labelOf(key, before) || 'none'} → {labelOf(key, after) || 'none'}
                    </li>
                  ))}
                </ul>
              )}
              <p className="text-xs text-ink-2">
                <RelativeTime at={event.at} />
              </p>
            </div>
          </li>
        )
      })}
    </ol>
  )
}
