import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Building2, Plus, SearchX } from 'lucide-react'
import { Suspense, useMemo, useState } from 'react'
import { listTowers } from '../../../api/queries.ts'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { ActivityDrawer } from '../../../shared/ActivityDrawer.tsx'
import { DeleteDialog } from '../../../shared/DeleteDialog.tsx'
import { ListSearchBox } from '../../../shared/ListSearchBox.tsx'
import { LoadError } from '../../../shared/LoadError.tsx'
import { useIsAdmin } from '../../../shared/useIsAdmin.ts'
import { Button } from '../../../ui/Button.tsx'
import { DataTable } from '../../../ui/DataTable.tsx'
import { lazyComponent } from '../../../ui/lazyComponent.tsx'
import { Page } from '../../../ui/Page.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { createLabels } from './labels.ts'
import { hasTeamActions } from './teamColumns.tsx'
import { type Tower, towerColumns } from './towerColumns.tsx'

const TowerDialog = lazyComponent(() => import('./TowerDialog.tsx').then(({ TowerDialog }) => ({ default: TowerDialog })))

const route = getRouteApi('/towers')

export function TowersPage() {
  const { id: selectedId, q = '' } = route.useSearch()
  const navigate = route.useNavigate()
  const { data: towers, error, refetch } = useQuery(listTowers())
  const remove = useCall('deleteTower', ['tower'])
  const [open, setOpen] = useState<{ kind: 'edit'; tower?: Tower } | { kind: 'delete' | 'follow'; tower: Tower }>()
  const close = (next: boolean) => !next && setOpen(undefined)
  const isAdmin = useIsAdmin()
  const hasActions = towers?.some(hasTeamActions) ?? isAdmin
  const columns = useMemo(
    () =>
      towerColumns(
        hasActions
          ? {
              onActivity: (tower) => setOpen({ kind: 'follow', tower }),
              onEdit: (tower) => setOpen({ kind: 'edit', tower }),
              onDelete: (tower) => setOpen({ kind: 'delete', tower }),
            }
          : undefined,
      ),
    [hasActions],
  )
  const change = (next: { id?: string; q?: string }) =>
    void navigate({ search: { id: undefined, q: undefined, ...next }, replace: true, resetScroll: false })
  const term = q.toLocaleLowerCase()
  const visibleTowers = towers?.filter(
    (tower) => (!selectedId || tower.id === selectedId) && (term === '' || textOf(tower).toLocaleLowerCase().includes(term)),
  )
  return (
    <Page
      title="Towers"
      description="Groups of account families. Tower leads approve new accounts."
      actions={
        isAdmin && (
          <Button variant="primary" icon={Plus} onClick={() => setOpen({ kind: 'edit' })}>
            {createLabels.tower}
          </Button>
        )
      }
    >
      <DataTable
        label="Towers"
        columns={columns}
        rows={visibleTowers}
        rowId={(tower) => tower.id}
        rowLabel={(tower) => tower.name}
        filter={
          <ListSearchBox
            label="Search towers"
            placeholder="Search by name, code or lead"
            text={q}
            onSearch={(text) => change(text ? { q: text } : {})}
            shown={visibleTowers?.length}
            total={towers?.length}
            subject="tower"
            onClear={selectedId ? () => change({}) : undefined}
          />
        }
        error={error && !towers ? <LoadError subject="towers" error={error} onRetry={() => void refetch()} /> : undefined}
        empty={
          q || selectedId ? (
            <EmptyState icon={SearchX} title="No matching towers" action={<Button onClick={() => change({})}>Show all</Button>} />
          ) : (
            <EmptyState icon={Building2} title="No towers yet">
              An administrator creates the first tower.
            </EmptyState>
          )
        }
      />
      <Suspense>{open?.kind === 'edit' && <TowerDialog tower={open.tower} onOpenChange={close} />}</Suspense>
      {open?.kind === 'follow' && (
        <ActivityDrawer kind="tower" id={open.tower.id} name={open.tower.name} onClose={() => setOpen(undefined)} />
      )}
      {open?.kind === 'delete' && (
        <DeleteDialog
          subject="tower"
          name={open.tower.name}
          onOpenChange={close}
          onDelete={() => remove.mutateAsync({ params: { id: open.tower.id }, headers: ifMatch(open.tower.version) })}
        />
      )}
    </Page>
  )
}

const textOf = ({ name, code, description, leads }: Tower) =>
  [name, code, description, ...leads.map(({ displayName }) => displayName)].join(' ')
