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
  const waiting = useQuery(waitingForMe()).data?.total ?? 0
  const managesRuns = me.roles.includes('admin') || me.roles.includes('auditor')
  return [
    { label: 'Home', icon: Home, href: paths.home() },
    { label: 'Approvals', icon: BadgeCheck, href: paths.approvals(), ...(waiting > 0 && { badge: waiting }) },
    { label: 'Accounts', icon: Server, href: paths.accounts(), section: 'Cloud' },
    { label: 'Requests', icon: ClipboardList, href: paths.requests(), section: 'Cloud' },
    { label: 'Request an account', icon: Plus, href: paths.requestAccount(), section: 'Cloud' },
    { label: 'Sandboxes', icon: FlaskConical, href: paths.sandboxes(), section: 'Cloud' },
    { label: 'Access', icon: KeyRound, href: paths.access(), section: 'Cloud' },
    { label: 'Catalogue', icon: LibraryBig, href: paths.catalogue(), section: 'Cloud' },
    { label: 'Look-ups', icon: Telescope, href: paths.tools(), section: 'Cloud' },
    { label: 'Edge stores', icon: Store, href: paths.edgeRollouts(), section: 'Cloud' },
    { label: 'Towers', icon: Building2, href: paths.towers(), section: 'Organisation' },
    { label: 'Families', icon: Shapes, href: paths.families(), section: 'Organisation' },
    ...(managesRuns
      ? [
          { label: 'Sandbox setup', icon: Boxes, href: paths.sandboxAdmin(), section: 'Operate' },
          { label: 'Policies', icon: Scale, href: paths.policies(), section: 'Operate' },
          { label: 'People and sessions', icon: Users, href: paths.users(), section: 'Operate' },
          { label: 'Absences', icon: CalendarOff, href: paths.whoIsAway(), section: 'Operate' },
          { label: 'API keys', icon: KeySquare, href: paths.apiKeys(), section: 'Operate' },
          { label: 'Notification channels', icon: Megaphone, href: paths.notificationAdmin(), section: 'Operate' },
          { label: 'Audit', icon: ScrollText, href: paths.audit(), section: 'Operate' },
          { label: 'Feedback', icon: MessageSquareText, href: paths.feedback(), section: 'Operate' },
          { label: 'Cockpit', icon: Gauge, href: paths.work(), section: 'Operate' },
          { label: 'Settings', icon: SlidersHorizontal, href: paths.settings(), section: 'Operate' },
        ]
      : []),
    { label: 'API reference', icon: BookOpenText, href: paths.reference(), section: 'Operate' },
  ]
}
