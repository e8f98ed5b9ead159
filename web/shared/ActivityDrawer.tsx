import { Drawer } from '../ui/Dialog.tsx'
import { Activity, type ActivityOf } from './Activity.tsx'
import { rowActionLabels } from './rowActionLabels.ts'

export function ActivityDrawer({ name, onClose, ...thing }: ActivityOf & { name: string; onClose: () => void }) {
  return (
    <Drawer open onOpenChange={(next) => !next && onClose()} title={rowActionLabels.activity(name)}>
      <Activity {...thing} />
    </Drawer>
  )
}
