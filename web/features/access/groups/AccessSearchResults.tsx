import type { UseQueryResult } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { paths } from '../../../paths.ts'
import { Loading } from '../../../shared/Loading.tsx'
import { count } from '../../../shared/waits.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Panel } from '../../../ui/Panel.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { AccessSearchFilters } from './AccessSearchFilters.tsx'
import { AccessSearchRow } from './AccessSearchRow.tsx'
import { type AccessSearchParams, maxShown, pageSize } from './accessSearchParams.ts'
import { findLabels } from './groupLabels.ts'
import { SearchTerms } from './SearchTerms.tsx'
import type { FoundGroups } from './types.ts'

interface FindResultsProps {
  search: AccessSearchParams
  question: string
  found: UseQueryResult<FoundGroups>
  onFilterChange: (next: Partial<AccessSearchParams>) => void
  onMore: (visibleCount: number) => void
}

export function AccessSearchResults({ search, question, found, onFilterChange, onMore }: FindResultsProps) {
  const { data, error, isPlaceholderData, refetch } = found
  const narrowed = search.environment ?? search.tower ?? search.role
  const clear = () => onFilterChange({ environment: undefined, tower: undefined, role: undefined })
  if (!data)
    return (
      <Panel>
        <Loading subject="the search results" query={{ error, refetch }} lines={8} />
      </Panel>
    )
  return (
    <div className={cx('space-y-3 transition-opacity duration-(--quick)', isPlaceholderData && 'opacity-60')}>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <SearchTerms parsedQuery={data.parsedQuery} />
        {(data.total > 1 || narrowed) && (
          <AccessSearchFilters search={search} facets={data.facets} onFilterChange={onFilterChange} onClear={clear} />
        )}
      </div>
      {!data.sufficient && data.items.length > 0 && (
        <Banner tone="info" title="No group allows this task">
          Groups with other permissions are listed below. An account owner can create a group for this task.
        </Banner>
      )}
      <p className="sr-only" role="status">
        {isPlaceholderData ? '' : describeTotal(data)}
      </p>
      {data.items.length === 0 ? (
        <Panel>
          <Nothing data={data} question={question} narrowed={narrowed !== undefined} onClear={clear} />
        </Panel>
      ) : (
        <Panel
          flush
          title={describeTotal(data)}
          {...(data.total > data.items.length && {
            footer: (
              <>
                <span className="text-ink-2">
                  Showing {data.items.length} of {data.totalIsCapped ? `more than ${data.total}` : data.total}.
                </span>
                {data.items.length < maxShown ? (
                  <Button size="sm" onClick={() => onMore(data.items.length)}>
                    Show {Math.min(pageSize, data.total - data.items.length)} more
                  </Button>
                ) : (
                  <span className="text-ink-2">Add the account name or another word to your search.</span>
                )}
              </>
            ),
          })}
        >
          <ul aria-label={findLabels.results} className="divide-y divide-line">
            {data.items.map((item, index) => (
              <AccessSearchRow key={item.group.id} item={item} best={index === 0 && isBest(data)} />
            ))}
          </ul>
        </Panel>
      )}
    </div>
  )
}

function isBest({ items: [first, second], sufficient }: FoundGroups): boolean {
  return sufficient && first !== undefined && second !== undefined && first.group.breadth < second.group.breadth
}

function describeTotal({ total, totalIsCapped, sufficient }: FoundGroups): string {
  if (!sufficient) return count(total, 'other group')
  return `${totalIsCapped ? `More than ${count(total, 'group')}` : count(total, 'group')}${total > 1 ? ', least privilege first' : ''}`
}

function Nothing({ data, question, narrowed, onClear }: { data: FoundGroups; question: string; narrowed: boolean; onClear: () => void }) {
  const unknown = data.parsedQuery.filter((each) => each.as === 'unknown').map(({ word }) => `“${word}”`)
  if (narrowed && unknown.length === 0)
    return (
      <EmptyState icon={SearchX} title="No matching groups" action={<Button onClick={onClear}>Clear filters</Button>}>
        No groups for “{question}” match your filters. Clear the filters to see all groups.
      </EmptyState>
    )
  if (data.parsedQuery.length === 0)
    return (
      <EmptyState icon={SearchX} title="Add more detail">
        Enter a task, such as deploy, read or restart, and an account, system or family.
      </EmptyState>
    )
  const subscription = data.parsedQuery.find(({ as }) => as === 'unknownSubscription')
  if (subscription)
    return (
      <EmptyState
        icon={SearchX}
        title={findLabels.unknownSubscription(subscription.word)}
        action={<Button href={paths.accounts()}>{findLabels.openAccounts}</Button>}
      >
        Slipway has no active account with the subscription in this error. If you know the account, search for its name and the task.
        Otherwise, send the subscription ID to an administrator, who can add the subscription.
      </EmptyState>
    )
  return (
    <EmptyState icon={SearchX} title={unknown.length > 0 ? findLabels.nothing(unknown.join(' or ')) : 'No matching groups'}>
      {unknown.length > 0
        ? 'Use the name of an account, system, family or tower from the account list.'
        : 'Enter an account, system or family, and the task. We also match close spellings.'}
    </EmptyState>
  )
}
