import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ArrowLeft, FileCode2, SearchX } from 'lucide-react'
import { paths } from '../../../paths.ts'
import { LoadError } from '../../../shared/LoadError.tsx'
import { SearchBox } from '../../../shared/SearchBox.tsx'
import { useIsWide } from '../../../shared/useIsWide.ts'
import { count } from '../../../shared/waits.ts'
import { Button } from '../../../ui/Button.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { SkeletonText } from '../../../ui/Skeleton.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { apiDocument, filterOperations, operationsOf } from './apiDocument.ts'
import { Introduction } from './Introduction.tsx'
import { OperationDetail } from './OperationDetail.tsx'
import { OperationList } from './OperationList.tsx'

const route = getRouteApi('/reference')

export function ReferencePage() {
  const { q = '', operation: selected } = route.useSearch()
  const navigate = route.useNavigate()
  const isWide = useIsWide()
  const { data: api, error, refetch } = useQuery(apiDocument())
  const operations = api ? operationsOf(api) : []
  const visibleOperations = filterOperations(operations, q)
  const current = operations.find(({ id }) => id === selected)
  const search = (text: string) =>
    void navigate({ search: (previous) => ({ ...previous, q: text || undefined }), replace: true, resetScroll: false })
  const list = (
    <div className="min-w-0 space-y-4 lg:sticky lg:top-[calc(var(--bar)+1rem)] lg:-m-1 lg:max-h-[calc(100dvh-var(--bar)-2rem)] lg:overflow-y-auto lg:p-1">
      <SearchBox label="Search operations" placeholder="Keyword, path or name" text={q} onSearch={search} />
      <p className="sr-only" aria-live="polite">
        {api && count(visibleOperations.length, 'operation')}
      </p>
      {!api && <SkeletonText lines={12} />}
      {api && visibleOperations.length === 0 && (
        <EmptyState icon={SearchX} title="No matching operations" action={<Button onClick={() => search('')}>Clear search</Button>} />
      )}
      <OperationList operations={visibleOperations} current={current?.id} query={q} />
    </div>
  )
  return (
    <Page
      title="API reference"
      description="Programs can use all operations of this site. The server generates this reference, so it’s always up to date."
      actions={
        <Button icon={FileCode2} href="/openapi.json">
          OpenAPI document
        </Button>
      }
    >
      {error && !api ? (
        <Panel>
          <LoadError subject="the API reference" error={error} onRetry={() => refetch()} />
        </Panel>
      ) : (
        <div className="grid items-start gap-6 lg:grid-cols-[20rem_minmax(0,1fr)]">
          {(isWide || !current) && list}
          {api && current ? (
            <div className="min-w-0 space-y-3">
              {!isWide && (
                <Button variant="quiet" icon={ArrowLeft} href={paths.reference(undefined, q)}>
                  All operations
                </Button>
              )}
              <OperationDetail key={current.id} operation={current} document={api} takeFocus={!isWide} />
            </div>
          ) : (
            isWide &&
            (selected && api ? (
              <Panel>
                <EmptyState
                  icon={FileCode2}
                  title="Operation not found"
                  action={<Button href={paths.reference()}>View all operations</Button>}
                />
              </Panel>
            ) : (
              <Introduction />
            ))
          )}
        </div>
      )}
    </Page>
  )
}
