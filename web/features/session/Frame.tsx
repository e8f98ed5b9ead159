import { Outlet, useRouterState } from '@tanstack/react-router'
import { LogOut } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { CallResult } from '../../api/client.ts'
import { useLiveUpdates } from '../../api/live.ts'
import { heldCall } from '../../api/stepUp.ts'
import { base, paths } from '../../paths.ts'
import { AppShell } from '../../shell/AppShell.tsx'
import { toast } from '../../ui/Toast.tsx'
import { NotificationBell } from './NotificationBell.tsx'
import { signOut } from './signOut.ts'
import { useNavigation } from './useNavigation.ts'

const loadPalette = () => import('./Palette.tsx').then(({ Palette }) => ({ default: Palette }))
const Palette = lazy(loadPalette)
const GoOnDialog = lazy(() => import('./GoOnDialog.tsx').then(({ GoOnDialog }) => ({ default: GoOnDialog })))
const Keys = lazy(() => import('./Keys.tsx').then(({ Keys }) => ({ default: Keys })))

const roleWords: Record<string, string> = { admin: 'Administrator', auditor: 'Auditor' }

/** The frame of a signed-in person: places, palette, notices, keys, and the line that keeps everything fresh. */
export function Frame({ me }: { me: CallResult<'getMe'> }) {
  // Where one has arrived, not where one is going: the focus must not be put on a screen that is about to leave.
  const path = useRouterState({ select: ({ resolvedLocation, location }) => base + (resolvedLocation ?? location).pathname })
  const nav = useNavigation(me)
  const connection = useLiveUpdates()
  const [open, setOpen] = useState<'palette' | 'keys'>()
  // One types right after Ctrl K: it must be there by then.
  useEffect(() => {
    const idle = setTimeout(() => void loadPalette().catch(() => {}), 1_500)
    return () => clearTimeout(idle)
  }, [])
  const held = heldCall(me.id)
  const leave = () => void signOut().catch((error: Error) => toast.bad(error.message))
  return (
    <AppShell
      homeHref={paths.home()}
      nav={nav}
      path={path}
      user={{
        displayName: me.displayName,
        email: me.email ?? '',
        roles: me.roles.map((role) => roleWords[role] ?? role),
      }}
      notices={<NotificationBell />}
      accountItems={[{ label: 'Sign out', icon: LogOut, onSelect: leave }]}
      onOpenPalette={() => setOpen('palette')}
      onOpenKeys={() => setOpen('keys')}
      connection={connection}
    >
      <Outlet />
      <Suspense>
        {open === 'palette' && <Palette open onOpenChange={(next) => setOpen(next ? 'palette' : undefined)} nav={nav} onSignOut={leave} />}
        {held && <GoOnDialog held={held} />}
        {open === 'keys' && <Keys path={path} onClose={() => setOpen(undefined)} />}
      </Suspense>
    </AppShell>
  )
}
