import { ChevronRight, Disc3 } from 'lucide-react'
import { useDeferredValue } from 'react'
import type { CallResult } from '../../../api/client.ts'
import { isNotFound, problemOf } from '../../../api/problem.ts'
import { call } from '../../../api/queryCall.ts'
import { listVmImageData } from '../../../api/toolQueries.ts'
import { LoadError } from '../../../shared/LoadError.tsx'
import { SearchBox } from '../../../shared/SearchBox.tsx'
import { count } from '../../../shared/waits.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { CopyId } from '../../../ui/CopyId.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { SkeletonText } from '../../../ui/Skeleton.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { Badge } from '../../../ui/Status.tsx'
import { useInsight } from '../../accounts/insights/useInsight.ts'
import { LookupAccountFields } from './LookupAccountFields.tsx'
import { commonPublishers, lookupLabels } from './labels.ts'
import { SourceNote } from './SourceNote.tsx'
import { useLookupSearch } from './useLookupSearch.ts'

type ImageList = CallResult<'listVmImageData'>
type Level = Exclude<ImageList['level'], 'image'>

const levelLabels: Record<Level, { one: string; many: string; find: string }> = {
  publisher: { one: 'publisher', many: 'publishers', find: 'Search publishers' },
  offer: { one: 'offer', many: 'offers', find: 'Search offers' },
  sku: { one: 'SKU', many: 'SKUs', find: 'Search SKUs' },
  version: { one: 'version', many: 'versions', find: 'Search versions' },
}

export function ImagesTool() {
  const { search, change } = useLookupSearch()
  const { account, region, publisher, offer, sku, q = '' } = search
  const query = {
    ...(account && { accountId: account }),
    ...(region && { region }),
    ...(publisher ? { publisher, ...(offer && { offer, ...(sku && { sku }) }) } : { level: 'publisher' as const }),
  }
  const insight = useInsight(listVmImageData(query), () => call('listVmImageData', { query: { ...query, refresh: true } }))
  const level: Level = !publisher ? 'publisher' : !offer ? 'offer' : !sku ? 'sku' : 'version'
  const text = useDeferredValue(q).trim().toLocaleLowerCase()
  const { data, error } = insight
  const visibleImages = data?.items.filter(({ name }) => name.toLocaleLowerCase().includes(text)) ?? []
  const navigateTo = (name: string) => change({ [level]: name, q: undefined })
  const { one, many, find } = levelLabels[level]
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-end gap-x-3 gap-y-2">
        <LookupAccountFields
          search={search}
          change={change}
          label="Account"
          placeholder={data?.account?.name ?? 'Your first account'}
          anyRegion="Account’s region"
        />
        <SearchBox
          className="w-full sm:w-64"
          label={find}
          hideLabel={false}
          text={q}
          onSearch={(text) => change({ q: text || undefined })}
        />
        <SourceNote insight={insight}>{count(visibleImages.length, one, many)}</SourceNote>
      </div>
      <Panel flush>
        <BreadcrumbTrail publisher={publisher} offer={offer} sku={sku} change={change} />
        {!data && error ? (
          <div className="p-4">
            {isNotFound(error) ? (
              <EmptyState
                icon={Disc3}
                title="Image not found"
                action={
                  publisher && (
                    <Button onClick={() => change({ publisher: undefined, offer: undefined, sku: undefined, q: undefined })}>
                      All publishers
                    </Button>
                  )
                }
              >
                {problemOf(error).message}
              </EmptyState>
            ) : (
              <LoadError subject="the images" error={error} onRetry={insight.refresh} />
            )}
          </div>
        ) : !data ? (
          <div className="p-4">
            <SkeletonText lines={10} />
          </div>
        ) : visibleImages.length === 0 ? (
          <div className="p-4">
            <EmptyState icon={Disc3} title={text ? `No matching ${many}` : `No ${many}`}>
              {text ? 'Try a shorter search.' : 'Go back one level and choose another entry.'}
            </EmptyState>
          </div>
        ) : (
          <>
            {level === 'publisher' && text === '' && <SuggestedImages names={data.items.map(({ name }) => name)} onNavigate={navigateTo} />}
            {level === 'version' && text === '' && data.items[0] && <PinVersionHint urn={data.items[0].urn} />}
            <ul aria-label={many} className="divide-y divide-line">
              {visibleImages.map((item, index) => (
                <li key={item.name} className="flex min-h-(--row) flex-wrap items-center gap-x-3 px-4 py-1">
                  {level === 'version' ? (
                    <span className="flex flex-1 basis-40 items-center gap-2 font-mono text-sm">
                      {item.name}
                      {index === 0 && text === '' && <Badge tone="ok">{lookupLabels.latest}</Badge>}
                    </span>
                  ) : (
                    <button
                      type="button"
                      onClick={() => navigateTo(item.name)}
                      className="flex flex-1 basis-40 items-center gap-1.5 rounded-sm py-0.5 text-left font-medium hover:text-accent"
                    >
                      <span className="wrap-anywhere">{item.name}</span>
                      <ChevronRight size={15} aria-hidden className="shrink-0 text-ink-3" />
                    </button>
                  )}
                  {item.urn && <CopyId value={item.urn} kind="URN" />}
                </li>
              ))}
            </ul>
          </>
        )}
      </Panel>
    </div>
  )
}

function BreadcrumbTrail({
  publisher,
  offer,
  sku,
  change,
}: {
  publisher: string | undefined
  offer: string | undefined
  sku: string | undefined
  change: ReturnType<typeof useLookupSearch>['change']
}) {
  const emptySelection = { publisher: undefined, offer: undefined, sku: undefined, q: undefined }
  const steps = [
    { label: 'Publishers', to: emptySelection },
    ...(publisher ? [{ label: publisher, to: { ...emptySelection, publisher } }] : []),
    ...(publisher && offer ? [{ label: offer, to: { ...emptySelection, publisher, offer } }] : []),
    ...(publisher && offer && sku ? [{ label: sku, to: { ...emptySelection, publisher, offer, sku } }] : []),
  ]
  return (
    <nav aria-label="Image levels" className="border-b border-line bg-sunken px-4 py-2">
      <ol className="flex flex-wrap items-center gap-x-1.5 gap-y-1 text-sm">
        {steps.map(({ label, to }, index) => (
          <li key={label} className="flex items-center gap-1.5">
            {index > 0 && <ChevronRight size={14} aria-hidden className="text-ink-3" />}
            {index === steps.length - 1 ? (
              <span aria-current="step" className="font-semibold wrap-anywhere">
                {label}
              </span>
            ) : (
              <button type="button" onClick={() => change(to)} className="rounded-sm text-accent wrap-anywhere hover:underline">
                {label}
              </button>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}

function SuggestedImages({ names, onNavigate }: { names: readonly string[]; onNavigate: (name: string) => void }) {
  const availableImages = commonPublishers.filter((name) => names.includes(name))
  if (availableImages.length === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-3">
      <span className="text-sm text-ink-2">Common publishers</span>
      {availableImages.map((name) => (
        <Button key={name} size="sm" onClick={() => onNavigate(name)}>
          {name}
        </Button>
      ))}
    </div>
  )
}

function PinVersionHint({ urn }: { urn: string | null }) {
  if (!urn) return null
  return (
    <div className="border-b border-line p-4">
      <Banner tone="info" title="Pin a version for reproducible builds">
        With <code className="font-mono text-sm">{urn.replace(/:[^:]+$/, ':latest')}</code>, a rebuilt VM can get a different image.
      </Banner>
    </div>
  )
}
