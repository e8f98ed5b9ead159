import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { CallResult } from '../../../api/client.ts'
import { useNavigateTo } from '../../../shared/useNavigateTo.ts'
import { type Command, CommandPalette } from '../../../ui/CommandPalette.tsx'
import { findRecords } from './findRecords.ts'
import { actionsOf, feedbackCommand, findTypedActions, signOutCommand } from './paletteActions.ts'
import { screensOf } from './screens.ts'
import { readTypedAction } from './typedAction.ts'

interface PaletteProps {
  me: CallResult<'getMe'>
  open: boolean
  onOpenChange: (open: boolean) => void
  onFeedback: () => void
  onSignOut: () => void
}

/** The id of a command is its address. A fragment only tells two commands with the same address apart. */
export function Palette({ me, open, onOpenChange, onFeedback, onSignOut }: PaletteProps) {
  const client = useQueryClient()
  const navigateTo = useNavigateTo()
  const find = useCallback(
    async (query: string): Promise<Command[]> => {
      const typed = readTypedAction(query)
      const [actions, records] = await Promise.all([
        typed ? findTypedActions(client, typed) : [],
        findRecords(client, typed?.name ?? query, me),
      ])
      return [...actions, ...records]
    },
    [client, me],
  )
  const commands: Command[] = [
    ...screensOf(me).map(({ label, icon, href, keywords }) => ({ id: href, label, icon, keywords, group: 'Go to' })),
    ...actionsOf(me),
  ]
  const choose = ({ id }: Command) => {
    if (id === signOutCommand) onSignOut()
    else if (id === feedbackCommand) onFeedback()
    else navigateTo(id.replace(/#.*$/, ''))
  }
  return <CommandPalette open={open} onOpenChange={onOpenChange} commands={commands} find={find} onChoose={choose} />
}
