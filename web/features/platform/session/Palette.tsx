import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { CallResult } from '../../../api/client.ts'
import { listAccessReviews } from '../../../api/reviewQueries.ts'
import { useNavigateTo } from '../../../shared/useNavigateTo.ts'
import { type Command, CommandPalette } from '../../../ui/CommandPalette.tsx'
import { findRecords } from './findRecords.ts'
import { fulfilledItems } from './fulfilledItems.ts'
import { actionsOf, feedbackCommand, findTypedActions, helpCommand, signOutCommand } from './paletteActions.ts'
import { screensOf } from './screens.ts'
import { parseTypedAction } from './typedAction.ts'

interface PaletteProps {
  me: CallResult<'getMe'>
  open: boolean
  onOpenChange: (open: boolean) => void
  onFeedback: () => void
  onHelp: () => void
  onSignOut: () => void
}

/** The ID of a command is its URL. A fragment only distinguishes commands with the same URL. */
export function Palette({ me, open, onOpenChange, onFeedback, onHelp, onSignOut }: PaletteProps) {
  const client = useQueryClient()
  const navigateTo = useNavigateTo()
  const find = useCallback(
    async (query: string): Promise<Command[]> => {
      const typed = parseTypedAction(query)
      const records = findRecords(client, typed?.name ?? query, me)
      return fulfilledItems(typed ? [findTypedActions(client, typed, me), records] : [records])
    },
    [client, me],
  )
  const canStartReviews = useQuery(listAccessReviews({ size: 1, total: 'none' })).data?.can.create === true
  const commands: Command[] = [
    ...screensOf(me).map(({ label, icon, href, keywords }) => ({ id: href, label, icon, keywords, group: 'Go to' })),
    ...actionsOf(me, canStartReviews),
  ]
  const choose = ({ id }: Command) => {
    if (id === signOutCommand) onSignOut()
    else if (id === feedbackCommand) onFeedback()
    else if (id === helpCommand) onHelp()
    else navigateTo(id.replace(/#.*$/, ''))
  }
  return <CommandPalette open={open} onOpenChange={onOpenChange} commands={commands} find={find} onChoose={choose} />
}
