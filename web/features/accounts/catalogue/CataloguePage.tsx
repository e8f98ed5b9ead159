import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { LibraryBig, Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { listCatalogueItems } from '../../../api/queries.ts'
import { paths } from '../../../paths.ts'
import { LoadError } from '../../../shared/LoadError.tsx'
import type { CatalogueItem } from '../../../shared/requestTypes.ts'
import { SearchBox } from '../../../shared/SearchBox.tsx'
import { useIsAdmin } from '../../../shared/useIsAdmin.ts'
import { useNavigateTo } from '../../../shared/useNavigateTo.ts'
import { count } from '../../../shared/waits.ts'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { lazyComponent } from '../../../ui/lazyComponent.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { ItemCard } from './ItemCard.tsx'
import { ItemDrawer } from './ItemDrawer.tsx'
import { catalogueLabels } from './labels.ts'

const EditItemDialog = lazyComponent(() => import('./EditItemDialog.tsx').then(({ EditItemDialog }) => ({ default: EditItemDialog })))
const route = getRouteApi('/catalogue')

export function CataloguePage() {
  const navigateTo = useNavigateTo()
  const navigate = route.useNavigate()
  const { q = '', category, item: openId } = route.useSearch()
  const isAdmin = useIsAdmin()
  // The list includes withdrawn items, because accounts link to them. Only administrators see them here.
  const { data, error, refetch } = useQuery(listCatalogueItems({ withdrawn: true }))
  const [editedItem, setEditedItem] = useState<CatalogueItem | 'new'>()
  const normalizedSearch = q.trim().toLocaleLowerCase()
  const isMatch = (item: CatalogueItem) =>
    `${item.name} ${item.category} ${item.description}`.toLocaleLowerCase().includes(normalizedSearch)
  const listedItems = data?.filter((item) => isAdmin || item.enabled)
  const result = listedItems?.filter(isMatch)
  const visibleItems = result?.filter((item) => category === undefined || item.category === category)
  const open = data?.find((item) => item.id === openId)
  const show = (search: { q?: string | undefined; category?: string | undefined }) =>
    void navigate({ search: (previous) => ({ ...previous, ...search }), replace: true, resetScroll: false })
  return (
    <Page
      title={catalogueLabels.title}
      description="Services that the platform team runs in accounts. Owners request them on the account page."
      actions={
        isAdmin && (
          <Button icon={Plus} variant="primary" onClick={() => setEditedItem('new')}>
            {catalogueLabels.create}
          </Button>
        )
      }
    >
      {error && !data ? (
        <Panel>
          <LoadError subject="the catalogue" error={error} onRetry={refetch} />
        </Panel>
      ) : (
        <div className="grid items-start gap-4 lg:grid-cols-[14rem_minmax(0,1fr)]">
          <Categories items={result} current={category} onChoose={(next) => show({ category: next })} />
          <div className="min-w-0">
            <div className="mb-3 flex flex-wrap items-end justify-between gap-3">
              <SearchBox
                label={catalogueLabels.search}
                placeholder={catalogueLabels.search}
                className="w-full sm:w-80"
                text={q}
                onSearch={(text) => show({ q: text || undefined })}
              />
              <p aria-live="polite" className="text-sm text-ink-2">
                {visibleItems && count(visibleItems.length, 'item')}
              </p>
            </div>
            {!visibleItems && (
              <div className="grid gap-3 sm:grid-cols-2 2xl:grid-cols-3">
                {[0, 1, 2, 3, 4, 5].map((index) => (
                  <Skeleton key={index} className="h-36" />
                ))}
              </div>
            )}
            {visibleItems?.length === 0 && (
              <Panel>
                <EmptyState
                  icon={LibraryBig}
                  title="No matching catalogue items"
                  action={<Button onClick={() => show({ q: undefined, category: undefined })}>Show all items</Button>}
                >
                  Try a shorter search or another category. Ask the platform team for missing services.
                </EmptyState>
              </Panel>
            )}
            <ul className="grid gap-3 sm:grid-cols-2 2xl:grid-cols-3">
              {visibleItems?.map((item) => (
                <ItemCard key={item.id} item={item} href={paths.catalogue(item.id, { q, category })} />
              ))}
            </ul>
          </div>
        </div>
      )}
      {open && !editedItem && (
        <ItemDrawer
          item={open}
          onClose={() => navigateTo(paths.catalogue(undefined, { q, category }), { replace: true })}
          onEdit={() => setEditedItem(open)}
        />
      )}
      <Suspense>
        {editedItem && (
          <EditItemDialog
            item={editedItem === 'new' ? undefined : editedItem}
            categories={[...new Set(data?.map((item) => item.category))]}
            onClose={() => setEditedItem(undefined)}
            onDeleted={() => {
              setEditedItem(undefined)
              navigateTo(paths.catalogue(undefined, { q, category }), { replace: true })
            }}
          />
        )}
      </Suspense>
    </Page>
  )
}

interface CategoriesProps {
  items: readonly CatalogueItem[] | undefined
  current: string | undefined
  onChoose: (category: string | undefined) => void
}

function Categories({ items, current, onChoose }: CategoriesProps) {
  const counts = Map.groupBy(items ?? [], (item) => item.category)
  // The selected category stays in the list even without matches.
  if (current && !counts.has(current)) counts.set(current, [])
  const sorted = [...counts]
    .map(([name, result]) => ({ name, count: result.length }))
    .sort((left, right) => left.name.localeCompare(right.name))
  const row = (name: string | undefined, label: string, amount: number) => (
    <li key={label}>
      <button
        type="button"
        aria-pressed={name === current}
        onClick={() => onChoose(name)}
        className={cx(
          'flex w-full items-baseline justify-between gap-3 rounded-md px-3 py-1.5 text-left max-lg:border max-lg:border-line',
          name === current ? 'bg-selected font-medium text-accent' : 'hover:bg-hover',
        )}
      >
        {label}
        <span className="text-sm font-normal text-ink-2 tabular-nums">{amount}</span>
      </button>
    </li>
  )
  return (
    <ul
      aria-label="Categories"
      className="flex flex-wrap gap-1.5 lg:sticky lg:top-[calc(var(--sticky-top,0px)+1rem)] lg:block lg:space-y-0.5"
    >
      {row(undefined, 'All', items?.length ?? 0)}
      {sorted.map(({ name, count: amount }) => row(name, name, amount))}
    </ul>
  )
}
