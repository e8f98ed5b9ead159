import { Panel } from '../../../ui/Panel.tsx'
import { Status } from '../../../ui/Status.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import { doctorLabels } from './labels.ts'
import type { DoctorReport } from './types.ts'

export function DoctorChanges({ checkedAt, previousAt, checks, resolved }: DoctorReport) {
  const added = checks.filter(({ failedSince }) => failedSince === checkedAt)
  if (previousAt === null || added.length + resolved.length === 0) return null
  return (
    <Panel title={doctorLabels.changes}>
      <p className="mb-2 text-sm text-ink-2">
        The previous check was <RelativeTime at={previousAt} />.
      </p>
      <ul className="space-y-1.5 text-sm">
        {added.map(({ id, title, category }) => (
          <li key={id} className="wrap-anywhere">
            <Status tone="bad">{doctorLabels.added}</Status> {title} <span className="text-ink-2">in {category}</span>
          </li>
        ))}
        {resolved.map(({ id, title, category }) => (
          <li key={id} className="wrap-anywhere">
            <Status tone="ok">{doctorLabels.resolved}</Status> {title} <span className="text-ink-2">in {category}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
