import { useQuery } from '@tanstack/react-query'
import { Bookmark, BookmarkPlus, Check, ChevronDown, Pencil, Save, Star, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { problemOf } from '../../../api/problem.ts'
import { getMe, listViews } from '../../../api/queries.ts'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { ConfirmDialog } from '../../../shared/ConfirmDialog.tsx'
import type { ViewSearch } from '../../../shared/listSearch.ts'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { Button } from '../../../ui/Button.tsx'
import type { Icon } from '../../../ui/icon.ts'
import { lazyComponent } from '../../../ui/lazyComponent.tsx'
import { Menu, type MenuItem } from '../../../ui/Menu.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { viewLabels } from './labels.ts'
import { addressOf, contentOf, hasChanged, type SavedView } from './viewAddress.ts'

const ViewDialog = lazyComponent(() => import('./ViewDialog.tsx').then(({ ViewDialog }) => ({ default: ViewDialog })))

const EmptyIcon: Icon = () => <span aria-hidden className="w-4 shrink-0" />

interface ViewPickerProps {
  search: ViewSearch
  unsaved: string | undefined
  onOpen: (search: ViewSearch) => void
}

export function ViewPicker({ search, unsaved, onOpen }: ViewPickerProps) {
  const viewList = useQuery(listViews('accounts')).data
  const currentUser = useQuery(getMe()).data
  const update = useCall('updateView', ['view'])
  const remove = useCall('deleteView', ['view'])
  const select = useCall('setDefaultView', ['view'])
  const [dialog, setDialog] = useState<'new' | 'edit' | 'delete'>()
  const views = viewList?.views ?? []
  const current = views.find(({ id }) => id === search.view)
  const changed = current !== undefined && hasChanged(current, search)
  const defaults = views.find(({ isDefault }) => isDefault)
  const failed = (error: unknown) => toast.bad('Couldn’t update the view', { description: problemOf(error).message })

  const save = (view: SavedView) =>
    update
      .mutateAsync({ params: { id: view.id }, body: contentOf(search), headers: ifMatch(view.version) })
      .then(() => toast.ok(viewLabels.updated(view.name)), failed)
  const setDefaultView = (view: SavedView | undefined) =>
    select
      .mutateAsync({ body: { screen: 'accounts', viewId: view?.id ?? null } })
      .then(() => toast.ok(view ? viewLabels.isDefault(view.name) : 'Default view cleared'), failed)

  const entry = (view: SavedView): MenuItem => ({
    label: view.owner.id === currentUser?.id ? view.name : `${view.name} by ${view.owner.displayName}`,
    icon: view.id === current?.id ? Check : EmptyIcon,
    aside: (
      <span className="flex items-center gap-1.5 pl-3 text-xs text-ink-2">
        {view.sharedWith === 'private' ? '' : (view.tower?.name ?? 'Everyone')}
        {view.isDefault && <Star size={13} aria-label="Default view" />}
      </span>
    ),
    onSelect: () => onOpen(addressOf(view)),
  })
  const items: MenuItem[] = [
    {
      label: viewLabels.all,
      icon: current || unsaved ? EmptyIcon : Check,
      onSelect: () => onOpen(defaults ? { view: 'all' } : {}),
    },
    ...views.map((view, index) => ({ ...entry(view), ...(index === 0 && { separated: true }) })),
    {
      label: viewLabels.saveAs,
      icon: BookmarkPlus,
      separated: true,
      onSelect: () => setDialog('new'),
      disabledReason: viewList && reasonOf(viewList, 'create'),
    },
    ...(current
      ? [
          { label: viewLabels.edit, icon: Pencil, onSelect: () => setDialog('edit'), disabledReason: reasonOf(current, 'update') },
          current.isDefault
            ? { label: 'Clear default view', icon: Star, onSelect: () => void setDefaultView(undefined) }
            : { label: viewLabels.setDefault, icon: Star, onSelect: () => void setDefaultView(current) },
          {
            label: viewLabels.openDelete,
            icon: Trash2,
            danger: true,
            onSelect: () => setDialog('delete'),
            disabledReason: reasonOf(current, 'delete'),
          },
        ]
      : []),
  ]
  return (
    <div className="flex min-w-0 items-center gap-2">
      <Menu
        align="start"
        trigger={
          <Button icon={Bookmark} iconEnd={ChevronDown} className="max-w-64 min-w-0">
            <span className="sr-only">{viewLabels.current} </span>
            <span className="truncate">{current?.name ?? unsaved ?? viewLabels.all}</span>
          </Button>
        }
        items={items}
      />
      {changed && current.can['update'] === true && (
        <Button variant="quiet" icon={Save} loading={update.isPending} onClick={() => void save(current)}>
          {viewLabels.update}
          <span className="sr-only"> {viewLabels.changesTo(current.name)}</span>
        </Button>
      )}
      <Suspense>
        {viewList && (dialog === 'new' || (dialog === 'edit' && current)) && (
          <ViewDialog
            view={dialog === 'edit' ? current : undefined}
            search={search}
            known={viewList}
            onSaved={(view) => dialog === 'new' && onOpen(addressOf(view))}
            onOpenChange={() => setDialog(undefined)}
          />
        )}
      </Suspense>
      {dialog === 'delete' && current && (
        <ConfirmDialog
          open
          tone="danger"
          title={`Delete the view ${current.name}?`}
          confirmLabel={viewLabels.delete}
          onOpenChange={() => setDialog(undefined)}
          onConfirm={async () => {
            await remove.mutateAsync({ params: { id: current.id }, headers: ifMatch(current.version) })
            toast.ok(`${current.name} deleted`)
            onOpen({ ...search, view: undefined })
          }}
        >
          <p>
            The accounts don’t change.
            {current.sharedWith !== 'private' &&
              ` ${current.tower ? viewLabels.everyoneIn(current.tower.name) : 'Everyone'} will lose access to the view.`}
          </p>
        </ConfirmDialog>
      )}
    </div>
  )
}
