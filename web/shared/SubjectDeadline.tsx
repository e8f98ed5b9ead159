import { Banner } from '../ui/Banner.tsx'
import { DateTime, TimeUntil } from '../ui/Time.tsx'
import { useNow } from '../ui/useNow.ts'
import type { SubjectView } from './subject.ts'

const warnMs = 48 * 3_600_000

export function SubjectDeadline({ deadline: { at, label, effect } }: { deadline: NonNullable<SubjectView['deadline']> }) {
  const remaining = Date.parse(at) - useNow('halfMinute')
  return (
    <Banner
      tone={remaining < warnMs ? 'warn' : 'info'}
      title={
        <>
          {label} <TimeUntil at={at} />, <DateTime at={at} />
        </>
      }
    >
      {effect}
    </Banner>
  )
}
