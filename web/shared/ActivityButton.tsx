import { History } from 'lucide-react'
import { Suspense, useState } from 'react'
import { IconButton } from '../ui/Button.tsx'
import { lazyComponent } from '../ui/lazyComponent.tsx'
import type { ActivityOf } from './Activity.tsx'
import { rowActionLabels } from './rowActionLabels.ts'

const ActivityDrawer = lazyComponent(() => import('./ActivityDrawer.tsx').then(({ ActivityDrawer }) => ({ default: ActivityDrawer })))

export function ActivityButton({ name, ...thing }: ActivityOf & { name: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton size="sm" icon={History} label={rowActionLabels.activity(name)} onClick={() => setOpen(true)} />
      <Suspense>{open && <ActivityDrawer {...thing} name={name} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
