import { ArrowRight, CircleHelp, Layers, MapPin, Zap } from 'lucide-react'
import { labelFor } from '../../../shared/labels.ts'
import { cx } from '../../../ui/cx.ts'
import type { Icon } from '../../../ui/icon.ts'
import type { FoundGroups } from './types.ts'

const displays: Record<FoundGroups['parsedQuery'][number]['as'], { icon: Icon; what: string }> = {
  action: { icon: Zap, what: 'task' },
  environment: { icon: Layers, what: 'environment' },
  name: { icon: MapPin, what: 'scope' },
  unknown: { icon: CircleHelp, what: 'not recognised' },
  unknownSubscription: { icon: CircleHelp, what: 'unknown subscription' },
}

export function SearchTerms({ parsedQuery }: { parsedQuery: FoundGroups['parsedQuery'] }) {
  if (parsedQuery.length === 0) return null
  return (
    <dl className="flex min-w-0 flex-1 basis-72 flex-wrap gap-1.5" aria-label="Recognised search terms">
      {parsedQuery.map(({ word, as, correctedTo }) => {
        const { icon: Glyph, what } = displays[as]
        const isUnknown = as === 'unknown' || as === 'unknownSubscription'
        return (
          <div
            key={`${as} ${word}`}
            className={cx(
              'inline-flex max-w-full items-center gap-1.5 rounded-full border px-2.5 py-0.5 text-sm',
              isUnknown ? 'border-warn/25 bg-warn-soft' : 'border-line bg-surface',
            )}
          >
            <Glyph size={13} aria-hidden className={isUnknown ? 'text-warn' : 'text-accent'} />
            <dd className="order-1 truncate font-medium">
              {word}
              {correctedTo && (
                <>
                  <ArrowRight size={12} aria-hidden className="mx-1 inline text-ink-3" />
                  <span className="sr-only"> matched as </span>
                  {as === 'environment' ? labelFor('environment', correctedTo).toLocaleLowerCase() : correctedTo}
                </>
              )}
            </dd>
            <dt className={cx('order-2', isUnknown ? 'text-warn' : 'text-ink-2')}>{what}</dt>
          </div>
        )
      })}
    </dl>
  )
}
