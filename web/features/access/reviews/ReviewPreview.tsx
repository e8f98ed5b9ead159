import { Failed } from '../../../shared/Failed.tsx'
import { count } from '../../../shared/waits.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { cx } from '../../../ui/cx.ts'
import { Panel } from '../../../ui/Panel.tsx'
import { PersonChip } from '../../../ui/Person.tsx'
import { SkeletonText } from '../../../ui/Skeleton.tsx'
import type { Preview } from './types.ts'

const mostShown = 8

interface ReviewPreviewProps {
  chosen: boolean
  data: Preview | undefined
  error: unknown
  stale: boolean
  onRetry: () => void
}

export function ReviewPreview({ chosen, data, error, stale, onRetry }: ReviewPreviewProps) {
  return (
    <Panel title="What that means" className="lg:sticky lg:top-[calc(var(--sticky-top,0px)+1rem)]">
      {!chosen ? (
        <p className="text-ink-2">Choose what is to be reviewed, and see how much there is to decide for whom.</p>
      ) : error && !data ? (
        <Failed what="What that means" error={error} onRetry={onRetry} />
      ) : !data ? (
        <SkeletonText lines={6} />
      ) : (
        <div className={cx('space-y-4', stale && 'opacity-50')} aria-live="polite">
          {data.problem && <Banner tone="warn" title={data.problem} />}
          <p>
            <strong className="font-semibold">{count(data.memberships, 'membership')}</strong> of {count(data.people, 'person', 'people')}{' '}
            in {count(data.groups, 'group')}
            {!data.directoryAnswered && ', and those let in by hand, whom the directory tells when it starts'}.
          </p>
          {data.reviewers.length > 0 && (
            <div>
              <h3 className="mb-2 text-sm font-semibold text-ink-2">{count(data.reviewerCount, 'person decides', 'people decide')}</h3>
              <ul className="space-y-1.5">
                {data.reviewers.slice(0, mostShown).map(({ person, memberships }) => (
                  <li key={person.id} className="flex items-center justify-between gap-3">
                    <PersonChip person={person} />
                    <span className="shrink-0 text-sm text-ink-2 tabular-nums">{memberships}</span>
                  </li>
                ))}
              </ul>
              {data.reviewerCount > mostShown && (
                <p className="mt-1.5 text-sm text-ink-2">and {count(data.reviewerCount - mostShown, 'other')}</p>
              )}
            </div>
          )}
          {data.passedOn > 0 && (
            <p className="text-sm text-ink-2">
              {count(data.passedOn, 'membership')} {data.passedOn === 1 ? 'goes' : 'go'} to the next in line, because nobody decides about
              themselves or nobody else would be asked.
            </p>
          )}
          <p className="text-sm text-ink-2">Groups inside of groups, and applications, are not reviewed: people are.</p>
        </div>
      )}
    </Panel>
  )
}
