import { paths } from '../../../paths.ts'
import { Link } from '../../../ui/Link.tsx'
import { CauseText } from './CauseText.tsx'
import type { StuckItem } from './types.ts'

/** The step links to the run, which has the complete error. */
export function StuckCause({ item: { name, step, cause, runId } }: { item: StuckItem }) {
  return (
    <span className="block min-w-0 py-1 text-left text-sm text-ink-2">
      {step && (
        <span className="block truncate text-ink">
          {runId ? (
            <Link variant="quiet" href={paths.run(runId)}>
              {step}
            </Link>
          ) : (
            step
          )}
        </span>
      )}
      <CauseText name={name} service={cause.service} message={cause.message} />
    </span>
  )
}
