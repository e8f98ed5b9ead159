import { useQuery } from '@tanstack/react-query'
import {
  BadgeCheck,
  BookOpenText,
  Boxes,
  Building2,
  CalendarOff,
  ClipboardList,
  FlaskConical,
  Gauge,
  Home,
  KeyRound,
  KeySquare,
  LibraryBig,
  Megaphone,
  MessageSquareText,
  Plus,
  Scale,
  ScrollText,
  Server,
  Shapes,
  SlidersHorizontal,
  Store,
  Telescope,
  Users,
} from 'lucide-react'
import type { CallResult } from '../../../api/client.ts'
import { waitingForMe } from '../../../api/inboxQueries.ts'
import { paths } from '../../../paths.ts'
import type { NavItem } from '../../../shell/Navigation.tsx'

export function useNavigation(me: CallResult<'getMe'>): NavItem[] {
  const waitingCount = useQuery(waitingForMe()).data?.total ?? 0
  const canManageRuns = me.roles.includes('admin') || me.roles.includes('auditor')
  return [
    { label: 'Home', icon: Home, href: paths.home() },
    { label: 'Approvals', icon: BadgeCheck, href: paths.approvals(), ...(waitingCount > 0 && { badge: waitingCount }) },
    { label: 'Accounts', icon: Server, href: paths.accounts(), section: 'Cloud' },
    { label: 'Requests', icon: ClipboardList, href: paths.requests(), section: 'Cloud' },
    { label: 'Request account', icon: Plus, href: paths.requestAccount(), section: 'Cloud' },
    { label: 'Sandboxes', icon: FlaskConical, href: paths.sandboxes(), section: 'Cloud' },
    { label: 'Access', icon: KeyRound, href: paths.access(), section: 'Cloud' },
    { label: 'Catalogue', icon: LibraryBig, href: paths.catalogue(), section: 'Cloud' },
    { label: 'Look-ups', icon: Telescope, href: paths.tools(), section: 'Cloud' },
    { label: 'Edge stores', icon: Store, href: paths.edgeRollouts(), section: 'Cloud' },
    { label: 'Towers', icon: Building2, href: paths.towers(), section: 'Organisation' },
    { label: 'Families', icon: Shapes, href: paths.families(), section: 'Organisation' },
    ...(canManageRuns
      ? [
          { label: 'Sandbox setup', icon: Boxes, href: paths.sandboxAdmin(), section: 'Operations' },
          { label: 'Approval policies', icon: Scale, href: paths.policies(), section: 'Operations' },
          { label: 'People and sessions', icon: Users, href: paths.users(), section: 'Operations' },
          { label: 'Absences', icon: CalendarOff, href: paths.whoIsAway(), section: 'Operations' },
          { label: 'API keys', icon: KeySquare, href: paths.apiKeys(), section: 'Operations' },
          { label: 'Notification channels', icon: Megaphone, href: paths.notificationAdmin(), section: 'Operations' },
          { label: 'Audit trail', icon: ScrollText, href: paths.audit(), section: 'Operations' },
          { label: 'Feedback', icon: MessageSquareText, href: paths.feedback(), section: 'Operations' },
          { label: 'Cockpit', icon: Gauge, href: paths.work(), section: 'Operations' },
          { label: 'Settings', icon: SlidersHorizontal, href: paths.settings(), section: 'Operations' },
        ]
      : []),
    { label: 'API reference', icon: BookOpenText, href: paths.reference(), section: 'Operations' },
  ]
}
