import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ArrowLeft, FileCode2, Search, SearchX } from 'lucide-react'
import { paths } from '../../../paths.ts'
import { Failed } from '../../../shared/Failed.tsx'
import { useWide } from '../../../shared/useWide.ts'
import { count } from '../../../shared/waits.ts'
import { Button } from '../../../ui/Button.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { SkeletonText } from '../../../ui/Skeleton.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { apiDocument, matching, operationsOf } from './apiDocument.ts'
import { Introduction } from './Introduction.tsx'
import { OperationDetail } from './OperationDetail.tsx'
import { OperationList } from './OperationList.tsx'

const route = getRouteApi('/reference')

export function ReferencePage() {
  const { q = '', operation: chosen } = route.useSearch()
  const navigate = route.useNavigate()
  const wide = useWide()
  const { data: api, error, refetch } = useQuery(apiDocument())
  const operations = api ? operationsOf(api) : []
  const shown = matching(operations, q)
  const current = operations.find(({ id }) => id === chosen)
  const search = (text: string) => void navigate({ search: (old) => ({ ...old, q: text || undefined }), replace: true, resetScroll: false })
  const list = (
    <div className="min-w-0 space-y-4 lg:sticky lg:top-[calc(var(--bar)+1rem)] lg:-m-1 lg:max-h-[calc(100dvh-var(--bar)-2rem)] lg:overflow-y-auto lg:p-1">
      <TextField
        label="Find a call"
        hideLabel
        optional
        type="search"
        prefix={<Search size={15} aria-hidden />}
        placeholder="Find by word, path or name"
        value={q}
        onChange={(event) => search(event.target.value)}
      />
      <p className="sr-only" aria-live="polite">
        {api && count(shown.length, 'call')}
      </p>
      {!api && <SkeletonText lines={12} />}
      {api && shown.length === 0 && (
        <EmptyState icon={SearchX} title="No call fits" action={<Button onClick={() => search('')}>Show all</Button>} />
      )}
      <OperationList operations={shown} current={current?.id} query={q} />
    </div>
  )
  return (
    <Page
      title="API reference"
      description="Everything this site does can be done by a program. The contract comes from the server itself, so it is never out of date."
      actions={
        <Button icon={FileCode2} href="/openapi.json">
          OpenAPI document
        </Button>
      }
    >
      {error && !api ? (
        <Panel>
          <Failed what="The API reference" error={error} onRetry={() => refetch()} />
        </Panel>
      ) : (
        <div className="grid items-start gap-6 lg:grid-cols-[20rem_minmax(0,1fr)]">
          {(wide || !current) && list}
          {api && current ? (
            <div className="min-w-0 space-y-3">
              {!wide && (
                <Button variant="quiet" icon={ArrowLeft} href={paths.reference(undefined, q)}>
                  All calls
                </Button>
              )}
              <OperationDetail key={current.id} operation={current} document={api} takeFocus={!wide} />
            </div>
          ) : (
            wide &&
            (chosen && api ? (
              <Panel>
                <EmptyState
                  icon={FileCode2}
                  title="There is no such call"
                  action={<Button href={paths.reference()}>See all calls</Button>}
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
