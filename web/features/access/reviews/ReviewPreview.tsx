import { paths } from '../../../paths.ts'
import { LoadError } from '../../../shared/LoadError.tsx'
import { count } from '../../../shared/waits.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { cx } from '../../../ui/cx.ts'
import { Link } from '../../../ui/Link.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { PersonChip } from '../../../ui/Person.tsx'
import { SkeletonText } from '../../../ui/Skeleton.tsx'
import { DateTime } from '../../../ui/Time.tsx'
import { reviewPageLabels } from './labels.ts'
import type { Preview } from './types.ts'

const maxShown = 8

interface ReviewPreviewProps {
  chosen: boolean
  data: Preview | undefined
  error: unknown
  stale: boolean
  onRetry: () => void
}

export function ReviewPreview({ chosen, data, error, stale, onRetry }: ReviewPreviewProps) {
  return (
    <Panel title="Preview" className="lg:sticky lg:top-[calc(var(--sticky-top,0px)+1rem)]">
      {!chosen ? (
        <p className="text-ink-2">Choose a scope to see the number of decisions and reviewers.</p>
      ) : error && !data ? (
        <LoadError subject="the preview" error={error} onRetry={onRetry} />
      ) : !data ? (
        <SkeletonText lines={6} />
      ) : (
        <div className={cx('space-y-4', stale && 'opacity-50')} aria-live="polite">
          {data.problem && <Banner tone="warn" title={data.problem} />}
          {data.unfinished.length > 0 && (
            <Banner tone="warn" title={reviewPageLabels.unfinished}>
              <ul>
                {data.unfinished.map(({ id, name, startsAt, dueAt, createdBy }, index) => (
                  <li key={id ?? index}>
                    {id ? <Link href={paths.accessReview(id)}>{name}</Link> : reviewPageLabels.hiddenReview},{' '}
                    <DateTime at={startsAt} time={false} /> to <DateTime at={dueAt} time={false} />
                    {createdBy && `, started by ${createdBy.displayName}`}
                  </li>
                ))}
                {data.unfinishedCount > data.unfinished.length && (
                  <li>and {count(data.unfinishedCount - data.unfinished.length, 'other')}</li>
                )}
              </ul>
            </Banner>
          )}
          {data.directoryAnswered ? (
            <p>
              <strong className="font-semibold">{reviewPageLabels.memberships(data.memberships)}</strong> of{' '}
              {count(data.people, 'person', 'people')} in {count(data.groups, 'group')}.
            </p>
          ) : (
            <p>
              <strong className="font-semibold">{count(data.groups, 'group')}</strong>. We read the members from the directory when the
              review starts
              {data.memberships > 0 && `, and already know ${reviewPageLabels.memberships(data.memberships)}`}.
            </p>
          )}
          {data.reviewers.length > 0 && (
            <div>
              <h3 className="mb-2 text-sm font-semibold text-ink-2">{count(data.reviewerCount, 'reviewer')}</h3>
              <ul className="space-y-1.5">
                {data.reviewers.slice(0, maxShown).map(({ person, memberships }) => (
                  <li key={person.id} className="flex items-center justify-between gap-3">
                    <PersonChip person={person} />
                    <span className="shrink-0 text-sm text-ink-2 tabular-nums">{memberships}</span>
                  </li>
                ))}
              </ul>
              {data.reviewerCount > maxShown && (
                <p className="mt-1.5 text-sm text-ink-2">and {count(data.reviewerCount - maxShown, 'other')}</p>
              )}
            </div>
          )}
          {data.reassigned > 0 && (
            <p className="text-sm text-ink-2">
              {count(data.reassigned, 'membership')} {data.reassigned === 1 ? 'goes' : 'go'} to the next reviewer, because people can’t
              review their own access.
            </p>
          )}
          <p className="text-sm text-ink-2">Reviews cover people, not applications or nested groups.</p>
        </div>
      )}
    </Panel>
  )
}
