import { CircleAlert, Settings2, Trash2, Undo2 } from 'lucide-react'
import type { AccountService, CatalogueItem, UpdatePreview } from '../../../shared/requestTypes.ts'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Panel } from '../../../ui/Panel.tsx'
import { Badge } from '../../../ui/Status.tsx'
import { problemsOfItem, type ServicesDraft } from './servicesDraft.ts'

interface ServicesListProps {
  currentServices: readonly AccountService[]
  items: readonly CatalogueItem[]
  draft: ServicesDraft
  problems: UpdatePreview['problems']
  onOpen: (item: CatalogueItem) => void
  onRemove: (id: string) => void
  onUndo: (id: string) => void
}

export function ServicesList({ currentServices, items, draft, problems, onOpen, onRemove, onUndo }: ServicesListProps) {
  const itemOf = (id: string) => items.find((item) => item.id === id)
  const added = Object.keys(draft.add).flatMap((id) => itemOf(id) ?? [])
  return (
    <Panel flush title="Services of this account">
      {currentServices.length + added.length === 0 && (
        <p className="px-4 py-4 text-ink-2">No services yet. Add services from the catalogue below.</p>
      )}
      <ul className="divide-y divide-line">
        {[
          ...added.map((item) => ({ id: item.id, name: item.name, settings: '', fresh: true })),
          ...currentServices.map((each) => ({ ...each, fresh: false })),
        ].map(({ id, name, settings, fresh }) => {
          const item = itemOf(id)
          const isRemoving = draft.remove.includes(id)
          const isChanged = id in draft.change
          const errors = Object.values(problemsOfItem(draft, id, problems))
          return (
            <li key={id} className={cx('flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5', isRemoving && 'bg-sunken')}>
              <div className="min-w-0 flex-1 basis-56">
                <p className="flex flex-wrap items-center gap-x-2">
                  <span className={cx('font-medium', isRemoving && 'text-ink-2 line-through')}>{name}</span>
                  {fresh && <Badge tone="ok">New</Badge>}
                  {isChanged && <Badge tone="info">Changed</Badge>}
                  {isRemoving && <Badge tone="warn">To be removed</Badge>}
                </p>
                {settings && !isChanged && <p className="text-sm wrap-anywhere text-ink-2">{settings}</p>}
                {errors.length > 0 && (
                  <p className="mt-0.5 flex gap-1.5 text-sm text-bad">
                    <CircleAlert size={15} aria-hidden className="mt-0.5 shrink-0" />
                    {errors.join('. ')}
                  </p>
                )}
              </div>
              <div className="flex gap-2">
                {(isRemoving || isChanged || fresh) && (
                  <Button size="sm" icon={Undo2} onClick={() => onUndo(id)}>
                    {fresh ? 'Remove' : 'Undo'}
                    <span className="sr-only">: {name}</span>
                  </Button>
                )}
                {!isRemoving && item && Object.keys(item.inputs.properties).length > 0 && (
                  <Button size="sm" icon={Settings2} onClick={() => onOpen(item)}>
                    Settings<span className="sr-only"> of {name}</span>
                  </Button>
                )}
                {!isRemoving && !fresh && (
                  <Button size="sm" variant="quiet" icon={Trash2} onClick={() => onRemove(id)}>
                    Remove<span className="sr-only"> {name}</span>
                  </Button>
                )}
              </div>
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}
