import { CalendarClock, CheckCheck, KeyRound, Trash2, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Icon } from '../../../ui/icon.ts'
import { Money } from '../../../ui/Money.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import type { Rehearsal } from './types.ts'

export function WhatHappens({ rehearsal }: { rehearsal: Rehearsal }) {
  const { saving, graceDays, restorableDays } = rehearsal
  return (
    <>
      {saving.found && (
        <Panel title="What it saves">
          <p className="text-2xl font-semibold tabular-nums">
            <Money value={saving.found} />
          </p>
          <p className="text-ink-2">
            {saving.found.basis === 'lastMonth'
              ? 'a month: what it cost last month'
              : 'a month at most: its budget, as nobody knows what it cost'}
          </p>
        </Panel>
      )}
      <Panel title="What happens then">
        <ol className="space-y-3">
          <Then icon={CheckCheck}>Those below decide. You can take your wish back until then.</Then>
          <Then icon={KeyRound}>Access is taken away at once; everything else is kept, and runs on.</Then>
          <Then icon={Undo2}>
            <strong className="font-medium text-ink">{graceDays} days</strong> for anybody who still needs it to speak up. Undo brings all
            access back.
          </Then>
          <Then icon={Trash2}>Then its connections, backups and resources go for good, and the subscription is cancelled.</Then>
          <Then icon={CalendarClock}>
            For <strong className="font-medium text-ink">{restorableDays} days</strong> the empty subscription can be restored with its
            access. After that its name is free.
          </Then>
        </ol>
      </Panel>
    </>
  )
}

function Then({ icon: Glyph, children }: { icon: Icon; children: ReactNode }) {
  return (
    <li className="flex gap-2.5">
      <Glyph size={16} aria-hidden className="mt-0.5 shrink-0 text-accent" />
      <span className="text-ink-2">{children}</span>
    </li>
  )
}
