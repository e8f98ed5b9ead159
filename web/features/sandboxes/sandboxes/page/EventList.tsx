import { cx } from '../../../../ui/cx.ts'
import { RelativeTime } from '../../../../ui/Time.tsx'
import { displayOf } from './eventIcons.ts'
import type { SandboxEvent } from './types.ts'

export function EventList({ events, label }: { events: readonly SandboxEvent[]; label: string }) {
  return (
    <ol aria-label={label}>
      {events.map((event, index) => {
        const { icon: Glyph, tone } = displayOf(event.kind)
        return (
          <li key={event.id} className="relative flex gap-3 pb-4 last:pb-0">
            {index < events.length - 1 && <span aria-hidden className="absolute top-7 bottom-1 left-3 w-px bg-line" />}
            <span className={cx('grid size-6 shrink-0 place-content-center rounded-full bg-sunken', tone)}>
              <Glyph size={14} aria-hidden />
            </span>
            <div className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-4">
              <span className="min-w-0 flex-1 basis-56 wrap-anywhere">{event.text}</span>
              <span className="shrink-0 text-sm text-ink-2">
                <RelativeTime at={event.at} />
              </span>
            </div>
          </li>
        )
      })}
    </ol>
  )
}
