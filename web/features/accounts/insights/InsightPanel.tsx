import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { isNotFound, problemOf } from '../../../api/problem.ts'
import { LoadError } from '../../../shared/LoadError.tsx'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import type { Icon } from '../../../ui/icon.ts'
import { Panel } from '../../../ui/Panel.tsx'
import { SkeletonText } from '../../../ui/Skeleton.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import { insightLabels, titleAndText } from './labels.ts'
import type { Insight } from './useInsight.ts'

export function InsightPanel<T extends { fetchedAt: string }>({
  title,
  what,
  icon,
  insight,
  lines = 6,
  flush,
  offAction,
  children,
}: {
  title: string
  what: string
  icon: Icon
  insight: Insight<T>
  lines?: number
  flush?: boolean
  offAction?: ReactNode
  children: (data: T) => ReactNode
}) {
  const { data, error, isFetching, refresh } = insight
  return (
    <Panel
      title={title}
      flush={flush ?? false}
      description={
        data ? (
          <>
            Updated <RelativeTime at={data.fetchedAt} />
          </>
        ) : isFetching ? (
          insightLabels.refreshing
        ) : undefined
      }
      actions={
        <Button size="sm" icon={RotateCw} loading={isFetching} onClick={refresh}>
          {insightLabels.refresh}
          <span className="sr-only"> {what.toLocaleLowerCase()}</span>
        </Button>
      }
    >
      {data ? (
        <>
          {error && (
            <div className={flush ? 'p-4 pb-0' : 'pb-3'}>
              <Banner tone="warn" title={insightLabels.outdated}>
                {problemOf(error).message}
              </Banner>
            </div>
          )}
          {children(data)}
        </>
      ) : error ? (
        <div className={flush ? 'p-4' : undefined}>
          {isNotFound(error) ? (
            <DisabledState icon={icon} message={problemOf(error).message} action={offAction} />
          ) : (
            <LoadError subject={what} error={error} onRetry={refresh} />
          )}
        </div>
      ) : (
        <div className={flush ? 'p-4' : undefined}>
          <SkeletonText lines={lines} />
        </div>
      )}
    </Panel>
  )
}

function DisabledState({ icon, message, action }: { icon: Icon; message: string; action: ReactNode }) {
  const [title, ...remainingSentences] = titleAndText(message)
  return (
    <EmptyState icon={icon} title={title} action={action}>
      {remainingSentences.length > 0 && <p>{remainingSentences.join(' ')}</p>}
    </EmptyState>
  )
}
