import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { IconButton } from '../ui/Button.tsx'
import { Navigation } from './Navigation.tsx'
import type { NavSection } from './navigationTypes.ts'
import { shellLabels } from './shellLabels.ts'

export function NavigationDrawer({
  open,
  onOpenChange,
  sections,
  path,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  sections: readonly NavSection[]
  path: string
}) {
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity duration-(--calm) data-starting-style:opacity-0 data-ending-style:opacity-0" />
        <Dialog.Popup className="fixed top-(--toast-bottom) bottom-0 left-0 z-40 flex w-72 max-w-[85vw] flex-col border-r border-line bg-canvas shadow-high outline-none transition-transform duration-(--calm) ease-calm data-starting-style:-translate-x-full data-ending-style:-translate-x-full">
          <div className="flex h-(--bar-row) items-center justify-between border-b border-line pr-2 pl-4">
            <Dialog.Title className="text-base">{shellLabels.menu}</Dialog.Title>
            <Dialog.Close render={<IconButton icon={X} label="Close" tooltip={false} />} />
          </div>
          <Navigation sections={sections} path={path} onNavigate={() => onOpenChange(false)} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
