import { useQuery } from '@tanstack/react-query'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { BellRing, CircleHelp, LogOut, MessageSquare, MessageSquareHeart, MonitorSmartphone, Palmtree } from 'lucide-react'
import { Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import type { CallResult } from '../../../api/client.ts'
import { useLiveUpdates } from '../../../api/live.ts'
import { countMyTasks } from '../../../api/me.ts'
import { confirming, offeredByScreen, pendingStepUpCall } from '../../../api/stepUp.ts'
import { base, paths } from '../../../paths.ts'
import { AppShell } from '../../../shell/AppShell.tsx'
import { IconButton } from '../../../ui/Button.tsx'
import { lazyComponent } from '../../../ui/lazyComponent.tsx'
import { PersonPage } from '../../../ui/Person.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { preloadOverlayModule } from '../../../ui/useOverlayModule.ts'
import { helpLabels } from '../help/labels.ts'
import { AbsenceBanner } from '../me/AbsenceBanner.tsx'
import { MaintenanceBanner } from '../settings/MaintenanceBanner.tsx'
import { sessionLabels } from './labels.ts'
import { NotificationBell } from './NotificationBell.tsx'
import { navigationOf } from './navigationOf.ts'
import { PageProgress } from './PageProgress.tsx'
import { canManage, isAdmin } from './screens.ts'
import { signOut } from './signOut.ts'
import { useDelayedResponses } from './useDelayedResponses.ts'

const loadPalette = () => import('./Palette.tsx').then(({ Palette }) => ({ default: Palette }))
const Palette = lazyComponent(loadPalette)
const StepUpDialog = lazyComponent(() => import('./StepUpDialog.tsx').then(({ StepUpDialog }) => ({ default: StepUpDialog })))
const ConfirmIdentityDialog = lazyComponent(() =>
  import('./ConfirmIdentityDialog.tsx').then(({ ConfirmIdentityDialog }) => ({ default: ConfirmIdentityDialog })),
)
const loadFeedback = () => import('../feedback/FeedbackDialog.tsx').then(({ FeedbackDialog }) => ({ default: FeedbackDialog }))
const FeedbackDialog = lazyComponent(loadFeedback)
const HelpDrawer = lazyComponent(() => import('../help/HelpDrawer.tsx').then(({ HelpDrawer }) => ({ default: HelpDrawer })))
const Keys = lazyComponent(() => import('./Keys.tsx').then(({ Keys }) => ({ default: Keys })))

const personPage = (id: string) => paths.users({ id })
const noPersonPage = () => undefined

type PortalRole = 'admin' | 'auditor'
const roleLabels: Record<PortalRole, string> = { admin: 'Administrator', auditor: 'Auditor' }

export function Frame({ me }: { me: CallResult<'getMe'> }) {
  // The path changes only after the navigation, because the focus must not move to a screen that is about to close.
  const path = useRouterState({ select: ({ resolvedLocation, location }) => base + (resolvedLocation ?? location).pathname })
  const nav = navigationOf(me, useQuery(countMyTasks()).data?.tasks ?? [])
  const connection = useLiveUpdates()
  const [open, setOpen] = useState<'palette' | 'keys' | 'feedback' | 'help'>()
  // People type immediately after Ctrl+K, so the palette must be loaded before. Menus and dialogs then open without a wait, too.
  useEffect(() => {
    const idleTimer = setTimeout(() => {
      void loadPalette().catch(() => {})
      preloadOverlayModule()
    }, 1_500)
    return () => clearTimeout(idleTimer)
  }, [])
  useDelayedResponses()
  const pendingCall = pendingStepUpCall(me.id)
  const pendingConfirmation = useSyncExternalStore(confirming.subscribe, confirming.current)
  const signOutNow = () => void signOut().catch((error: Error) => toast.bad(error.message))
  return (
    <AppShell
      homeHref={paths.home()}
      nav={nav}
      path={path}
      user={{
        displayName: me.displayName,
        email: me.email ?? '',
        roles: me.roles.map((role) => roleLabels[role as PortalRole] ?? role),
      }}
      notifications={
        <>
          <IconButton
            icon={MessageSquare}
            label={sessionLabels.giveFeedback}
            className="max-[359px]:hidden"
            aria-haspopup="dialog"
            onPointerEnter={() => void loadFeedback().catch(() => {})}
            onClick={() => setOpen('feedback')}
          />
          <NotificationBell />
        </>
      }
      accountItems={[
        { label: 'Absence', icon: Palmtree, href: paths.away() },
        { label: 'Notifications', icon: BellRing, href: paths.myNotifications() },
        { label: 'Sessions', icon: MonitorSmartphone, href: paths.mySessions() },
        { label: helpLabels.open, icon: CircleHelp, onSelect: () => setOpen('help') },
        { label: sessionLabels.giveFeedback, icon: MessageSquare, onSelect: () => setOpen('feedback') },
        { label: 'My feedback', icon: MessageSquareHeart, href: paths.myFeedback() },
        { label: sessionLabels.signOut, icon: LogOut, onSelect: signOutNow },
      ]}
      notification={
        <>
          <MaintenanceBanner canManage={canManage(me)} />
          <AbsenceBanner />
        </>
      }
      onOpenPalette={() => setOpen('palette')}
      onOpenKeys={() => setOpen('keys')}
      onOpenHelp={() => setOpen('help')}
      connection={connection}
    >
      <PageProgress />
      <PersonPage value={canManage(me) ? personPage : noPersonPage}>
        <Outlet />
      </PersonPage>
      <Suspense>
        {open === 'palette' && (
          <Palette
            open
            me={me}
            onOpenChange={(next) => setOpen((shown) => (next ? 'palette' : shown === 'palette' ? undefined : shown))}
            onFeedback={() => setOpen('feedback')}
            onHelp={() => setOpen('help')}
            onSignOut={signOutNow}
          />
        )}
        {pendingCall && !offeredByScreen.has(pendingCall.operation) && <StepUpDialog pendingCall={pendingCall} />}
        {pendingConfirmation !== undefined && <ConfirmIdentityDialog action={pendingConfirmation} />}
        {open === 'feedback' && <FeedbackDialog page={path} onClose={() => setOpen(undefined)} />}
        {open === 'help' && (
          <HelpDrawer
            path={path}
            isAdmin={isAdmin(me)}
            onClose={() => setOpen(undefined)}
            onKeys={() => setOpen('keys')}
            onFeedback={() => setOpen('feedback')}
          />
        )}
        {open === 'keys' && <Keys path={path} onClose={() => setOpen(undefined)} />}
      </Suspense>
    </AppShell>
  )
}
