import { useQuery } from '@tanstack/react-query'
import {
  BadgeCheck,
  BookOpenText,
  Boxes,
  Building2,
  ClipboardList,
  FlaskConical,
  Home,
  KeyRound,
  LibraryBig,
  Plus,
  Server,
  Shapes,
  Wrench,
} from 'lucide-react'
import type { CallResult } from '../../api/client.ts'
import { listPendingApprovals } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import type { NavItem } from '../../shell/Navigation.tsx'

/** The places of the product for this person, with what waits there. */
export function useNavigation(me: CallResult<'getMe'>): NavItem[] {
  const waiting = useQuery(listPendingApprovals()).data?.length ?? 0
  const looksAfterWork = me.roles.includes('admin') || me.roles.includes('auditor')
  return [
    { label: 'Home', icon: Home, href: paths.home() },
    { label: 'Approvals', icon: BadgeCheck, href: paths.approvals(), ...(waiting > 0 && { badge: waiting }) },
    { label: 'Accounts', icon: Server, href: paths.accounts(), section: 'Cloud' },
    { label: 'Requests', icon: ClipboardList, href: paths.requests(), section: 'Cloud' },
    { label: 'Request an account', icon: Plus, href: paths.requestAccount(), section: 'Cloud' },
    { label: 'Sandboxes', icon: FlaskConical, href: paths.sandboxes(), section: 'Cloud' },
    { label: 'Access', icon: KeyRound, href: paths.access(), section: 'Cloud' },
    { label: 'Catalogue', icon: LibraryBig, href: paths.catalogue(), section: 'Cloud' },
    { label: 'Towers', icon: Building2, href: paths.towers(), section: 'Organisation' },
    { label: 'Families', icon: Shapes, href: paths.families(), section: 'Organisation' },
    ...(looksAfterWork
      ? [
          { label: 'Sandbox set-up', icon: Boxes, href: paths.sandboxAdmin(), section: 'Operate' },
          { label: 'Work', icon: Wrench, href: paths.work(), section: 'Operate' },
        ]
      : []),
    { label: 'API reference', icon: BookOpenText, href: paths.reference(), section: 'Operate' },
  ]
}
