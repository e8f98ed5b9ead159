import { Link } from '../../../ui/Link.tsx'
import { Status, type Tone } from '../../../ui/Status.tsx'
import { checkLabels } from './labels.ts'
import type { PullRequest } from './pipelineLabels.ts'

type Check = PullRequest['checks'][number]
const displays: Record<Check['state'], { tone: Tone; label: string }> = {
  success: { tone: 'ok', label: checkLabels.success },
  failure: { tone: 'bad', label: checkLabels.failure },
  pending: { tone: 'busy', label: checkLabels.pending },
}

export function Checks({ checks, label }: { checks: readonly Check[]; label: string }) {
  if (checks.length === 0) return <p className="text-sm text-ink-2">No checks reported yet.</p>
  const failed = checks.filter(({ state, summary }) => state === 'failure' && summary)
  return (
    <>
      <ul aria-label={label} className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
        {checks.map(({ name, state, url }) => (
          <li key={name} className="max-w-full">
            <Status tone={displays[state].tone}>
              {url ? (
                <Link variant="quiet" href={url} target="_blank" rel="noreferrer">
                  {name} {displays[state].label}
                </Link>
              ) : (
                `${name} ${displays[state].label}`
              )}
            </Status>
          </li>
        ))}
      </ul>
      {failed.map(({ name, summary }) => (
        <p key={name} className="mt-1 max-w-prose text-sm wrap-anywhere text-bad">
          <span className="font-medium">{name}:</span> {summary}
        </p>
      ))}
    </>
  )
}
