import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Plus, SearchX, Shapes } from 'lucide-react'
import { Suspense, useMemo, useState } from 'react'
import { listFamilies, listTowers } from '../../../api/queries.ts'
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
import { Select } from '../../../ui/Select.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { createLabels } from '../towers/labels.ts'
import { hasTeamActions } from '../towers/teamColumns.tsx'
import { type Family, familyColumns } from './familyColumns.tsx'

const FamilyDialog = lazyComponent(() => import('./FamilyDialog.tsx').then(({ FamilyDialog }) => ({ default: FamilyDialog })))

const route = getRouteApi('/families')
const allTowers = 'all'

export function FamiliesPage() {
  const { id: selectedId, tower, q = '' } = route.useSearch()
  const navigate = route.useNavigate()
  const { data: families, error, refetch } = useQuery(listFamilies())
  const towers = useQuery(listTowers()).data ?? []
  const remove = useCall('deleteFamily', ['family', 'tower'])
  const [open, setOpen] = useState<{ kind: 'edit'; family?: Family } | { kind: 'delete' | 'follow'; family: Family }>()
  const close = (next: boolean) => !next && setOpen(undefined)
  const isAdmin = useIsAdmin()
  const hasActions = families?.some(hasTeamActions) ?? isAdmin
  const columns = useMemo(
    () =>
      familyColumns(
        hasActions
          ? {
              onActivity: (family) => setOpen({ kind: 'follow', family }),
              onEdit: (family) => setOpen({ kind: 'edit', family }),
              onDelete: (family) => setOpen({ kind: 'delete', family }),
            }
          : undefined,
      ),
    [hasActions],
  )
  const change = (next: { id?: string; q?: string | undefined; tower?: string | undefined }) =>
    void navigate({ search: { id: undefined, q: undefined, tower: undefined, ...next }, replace: true, resetScroll: false })
  const term = q.toLocaleLowerCase()
  const visibleFamilies = families?.filter(
    (family) =>
      (!selectedId || family.id === selectedId) &&
      (!tower || family.tower.id === tower) &&
      (term === '' || textOf(family).toLocaleLowerCase().includes(term)),
  )
  const isFiltered = q !== '' || tower !== undefined || selectedId !== undefined
  return (
    <Page
      title="Families"
      description="Groups of related accounts. Family owners are the first approvers of new accounts."
      actions={
        isAdmin && (
          <Button variant="primary" icon={Plus} onClick={() => setOpen({ kind: 'edit' })}>
            {createLabels.family}
          </Button>
        )
      }
    >
      <DataTable
        label="Families"
        columns={columns}
        rows={visibleFamilies}
        rowId={(family) => family.id}
        rowLabel={(family) => family.name}
        filter={
          <ListSearchBox
            label="Search families"
            placeholder="Search by name or owner"
            text={q}
            onSearch={(text) => change({ tower, q: text || undefined })}
            shown={visibleFamilies?.length}
            total={families?.length}
            subject="family"
            plural="families"
            onClear={selectedId || tower ? () => change({}) : undefined}
          >
            <Select
              label="Tower"
              hideLabel
              className="w-full sm:w-60"
              value={tower ?? allTowers}
              onChange={(value) => change({ q: q || undefined, tower: value === allTowers ? undefined : value })}
              options={[{ value: allTowers, label: 'All towers' }, ...towers.map(({ id, name }) => ({ value: id, label: name }))]}
            />
          </ListSearchBox>
        }
        error={error && !families ? <LoadError subject="families" error={error} onRetry={() => void refetch()} /> : undefined}
        empty={
          isFiltered ? (
            <EmptyState icon={SearchX} title="No matching families" action={<Button onClick={() => change({})}>Show all</Button>} />
          ) : (
            <EmptyState icon={Shapes} title="No families yet">
              An administrator creates the first family.
            </EmptyState>
          )
        }
      />
      <Suspense>
        {open?.kind === 'edit' && <FamilyDialog family={open.family} towers={towers} startTower={tower} onOpenChange={close} />}
      </Suspense>
      {open?.kind === 'follow' && (
        <ActivityDrawer kind="family" id={open.family.id} name={open.family.name} onClose={() => setOpen(undefined)} />
      )}
      {open?.kind === 'delete' && (
        <DeleteDialog
          subject="family"
          name={open.family.name}
          onOpenChange={close}
          onDelete={() => remove.mutateAsync({ params: { id: open.family.id }, headers: ifMatch(open.family.version) })}
        />
      )}
    </Page>
  )
}

const textOf = ({ name, description, owners }: Family) => [name, description, ...owners.map(({ displayName }) => displayName)].join(' ')
