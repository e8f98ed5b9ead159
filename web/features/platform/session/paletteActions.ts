import type { QueryClient } from '@tanstack/react-query'
import { BadgeCheck, FlaskConical, KeyRound, ListChecks, LogOut, MessageSquare, Plus, Rocket, Trash2, Vault, Zap } from 'lucide-react'
import type { CallResult } from '../../../api/client.ts'
import { listInbox } from '../../../api/inboxQueries.ts'
import { listPimRoles } from '../../../api/pimQueries.ts'
import { searchAccounts } from '../../../api/queries.ts'
import { paths } from '../../../paths.ts'
import { subjectOf } from '../../../subjects.ts'
import type { Command } from '../../../ui/CommandPalette.tsx'
import { sessionLabels } from './labels.ts'
import { canManage } from './screens.ts'
import type { TypedAction } from './typedAction.ts'

export const signOutCommand = 'sign-out'
export const feedbackCommand = 'feedback'
const group = 'Actions'
const max = 5

/** Actions without a record. `findTypedActions` finds the actions on a record that the reader names. */
export function actionsOf(me: CallResult<'getMe'>): Command[] {
  const managing: Command[] = [
    { id: paths.newEdgeRollout(), label: 'Start store rollout', icon: Rocket, group, keywords: 'launch edge tills wave' },
    { id: paths.newAccessReview(), label: 'Start access review', icon: ListChecks, group, keywords: 'campaign certify recertification' },
  ]
  return [
    { id: paths.requestAccount(), label: 'Request account', icon: Plus, group, keywords: 'new create subscription azure order' },
    { id: paths.requestSandbox(), label: 'Request sandbox', icon: FlaskConical, group, keywords: 'new create try playground lab' },
    { id: paths.findAccess('access'), label: 'Request access', icon: KeyRound, group, keywords: 'permission role group get in join' },
    {
      id: `${paths.privilegedRoles()}#`,
      label: 'Activate role',
      icon: Zap,
      group,
      hint: 'Or type “activate”, role and account',
      keywords: 'pim elevate contributor owner admin',
    },
    {
      id: `${paths.accounts()}#secret`,
      label: 'Set secret',
      icon: Vault,
      group,
      hint: 'Or type “secret” and the account',
      keywords: 'password key vault credential connection string',
    },
    {
      id: `${paths.accounts()}#decommission`,
      label: 'Decommission account',
      icon: Trash2,
      group,
      hint: 'Or type “delete” and the account',
      keywords: 'delete subscription close remove cancel',
    },
    ...(canManage(me) ? managing : []),
    {
      id: feedbackCommand,
      label: sessionLabels.giveFeedback,
      icon: MessageSquare,
      group,
      keywords: 'help support idea bug problem contact',
    },
    { id: signOutCommand, label: sessionLabels.signOut, icon: LogOut, group, keywords: 'log out leave exit' },
  ]
}

/** The action that the reader typed with the name of a record. Each opens a form or dialog, which the reader still has to confirm. */
export async function findTypedActions(client: QueryClient, typed: TypedAction): Promise<Command[]> {
  if (typed.kind === 'decide') {
    const { items } = await client.fetchQuery(listInbox({ search: typed.name, size: max }))
    return items
      .filter(({ can }) => can.decide === true)
      .map((item) => {
        const { name, reference } = subjectOf(item)
        return {
          id: paths.approvals({ id: item.id, decide: typed.decision }),
          label: `${typed.label} ${[reference, name].filter(Boolean).join(' ')}…`,
          hint: item.requester.displayName,
          group,
          icon: BadgeCheck,
        }
      })
  }
  if (typed.kind === 'activate') {
    const { items } = await client.fetchQuery(listPimRoles())
    const terms = typed.name.toLocaleLowerCase().split(/\s+/)
    return items
      .filter(({ name, account, can }) => {
        const all = `${name} ${account?.name ?? ''}`.toLocaleLowerCase()
        return account && can.activate === true && terms.every((term) => all.includes(term))
      })
      .slice(0, max)
      .map(({ name, account, roleDefinitionId }) => ({
        id: paths.privilegedRoles({ role: roleDefinitionId, account: account!.id }),
        label: `Activate ${name} in ${account!.name}…`,
        group,
        icon: Zap,
      }))
  }
  const accounts = await client.fetchQuery(searchAccounts(typed.name))
  return accounts
    .slice(0, max)
    .map(({ id, name }) =>
      typed.kind === 'decommission'
        ? { id: paths.decommission(id), label: `Decommission ${name}…`, group, icon: Trash2 }
        : { id: paths.account(id, 'secrets'), label: `Set secret in ${name}…`, group, icon: Vault },
    )
}
