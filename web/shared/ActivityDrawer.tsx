import { Drawer } from '../ui/Dialog.tsx'
import { Activity, type ActivityOf } from './Activity.tsx'

export function ActivityDrawer({ name, onClose, ...thing }: ActivityOf & { name: string; onClose: () => void }) {
  return (
    <Drawer open onOpenChange={(next) => !next && onClose()} title={`Activity of ${name}`}>
      <Activity {...thing} />
    </Drawer>
  )
}
