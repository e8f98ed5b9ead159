import {
  BellRing,
  CircleCheck,
  CircleFadingPlus,
  Coins,
  Hammer,
  History,
  OctagonAlert,
  ShieldAlert,
  Snowflake,
  Sun,
  Trash2,
  Undo2,
  UserMinus,
  UserPlus,
  Users,
} from 'lucide-react'
import type { Icon } from '../../../../ui/icon.ts'

const displays: Record<string, { icon: Icon; tone: string }> = {
  approved: { icon: CircleCheck, tone: 'text-ok' },
  provisioning: { icon: Hammer, tone: 'text-accent' },
  ready: { icon: CircleCheck, tone: 'text-ok' },
  failed: { icon: OctagonAlert, tone: 'text-bad' },
  spent: { icon: Coins, tone: 'text-warn' },
  budgetDelayed: { icon: Coins, tone: 'text-info' },
  reminded: { icon: BellRing, tone: 'text-info' },
  idle: { icon: BellRing, tone: 'text-info' },
  frozen: { icon: Snowflake, tone: 'text-info' },
  resumed: { icon: Sun, tone: 'text-ok' },
  extended: { icon: CircleFadingPlus, tone: 'text-ok' },
  deleting: { icon: Trash2, tone: 'text-warn' },
  removing: { icon: Trash2, tone: 'text-warn' },
  deleted: { icon: Trash2, tone: 'text-ink-2' },
  undone: { icon: Undo2, tone: 'text-ok' },
  quarantined: { icon: ShieldAlert, tone: 'text-bad' },
  owners: { icon: Users, tone: 'text-ink-2' },
  memberIn: { icon: UserPlus, tone: 'text-ink-2' },
  memberOut: { icon: UserMinus, tone: 'text-ink-2' },
  members: { icon: UserPlus, tone: 'text-ink-2' },
  ownerless: { icon: OctagonAlert, tone: 'text-warn' },
}

export const displayOf = (kind: string) => displays[kind] ?? { icon: History, tone: 'text-ink-2' }
