import type { QueryClient } from '@tanstack/react-query'
import {
  BadgeCheck,
  CircleHelp,
  FlaskConical,
  KeyRound,
  ListChecks,
  LogOut,
  MessageSquare,
  Plus,
  Rocket,
  Trash2,
  Vault,
  Zap,
} from 'lucide-react'
import type { CallResult } from '../../../api/client.ts'
import { listInbox } from '../../../api/inboxQueries.ts'
import { listPimRoles } from '../../../api/pimQueries.ts'
import { getAccount, listMyAccounts, searchAccounts } from '../../../api/queries.ts'
import { paths } from '../../../paths.ts'
import { subjectOf } from '../../../subjects.ts'
import type { Command } from '../../../ui/CommandPalette.tsx'
import { helpLabels } from '../help/labels.ts'
import { fulfilledItems } from './fulfilledItems.ts'
import { sessionLabels } from './labels.ts'
import { isAdmin } from './screens.ts'
import { parseReference, type TypedAction } from './typedAction.ts'

export const signOutCommand = 'sign-out'
export const feedbackCommand = 'feedback'
export const helpCommand = 'help'
const group = 'Actions'
const max = 5

const startRollout: Command = {
  id: paths.newEdgeRollout(),
  label: 'Start store rollout',
  icon: Rocket,
  group,
  keywords: 'launch edge tills wave',
}
const startReview: Command = {
  id: paths.newAccessReview(),
  label: 'Start access review',
  icon: ListChecks,
  group,
  keywords: 'campaign certify recertification',
}

export function actionsOf(me: CallResult<'getMe'>, canStartReviews: boolean): Command[] {
  return [
    { id: paths.requestAccount(), label: 'Request account', icon: Plus, group, keywords: 'new create subscription azure order' },
    { id: paths.requestSandbox(), label: 'Request sandbox', icon: FlaskConical, group, keywords: 'new create try playground lab' },
    {
      id: `${paths.findAccess('access')}#request`,
      label: 'Request access',
      icon: KeyRound,
      group,
      keywords: 'permission role group get in join',
    },
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
    ...(isAdmin(me) ? [startRollout] : []),
    ...(canStartReviews ? [startReview] : []),
    {
      id: helpCommand,
      label: helpLabels.open,
      icon: CircleHelp,
      group,
      keywords: 'support how questions glossary terms documentation explain',
    },
    {
      id: feedbackCommand,
      label: sessionLabels.giveFeedback,
      icon: MessageSquare,
      group,
      keywords: 'support idea bug problem contact',
    },
    { id: signOutCommand, label: sessionLabels.signOut, icon: LogOut, group, keywords: 'log out leave exit' },
  ]
}

/** Finds the records for an action that was typed with a name. Choosing one opens a form or dialog, which the reader must still confirm. */
export async function findTypedActions(client: QueryClient, typed: TypedAction, me: CallResult<'getMe'>): Promise<Command[]> {
  if (typed.kind === 'decide') {
    const { items } = await client.fetchQuery(listInbox({ search: typed.name, size: max }))
    const reference = parseReference(typed.name)
    return items
      .filter(({ can }) => can.decide === true)
      .map((item) => ({ item, subject: subjectOf(item) }))
      .filter(({ subject }) => reference === undefined || subject.reference === reference)
      .map(({ item, subject: { reference, name } }) => ({
        id: paths.approvals({ id: item.id, decide: typed.decision }),
        label: `${typed.label} ${[reference, name].filter(Boolean).join(' ')}…`,
        hint: item.requester.displayName,
        group,
        icon: BadgeCheck,
      }))
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
  const accounts = await findOwnAccounts(client, typed.name, me)
  return accounts
    .filter(({ can }) => can[typed.kind === 'decommission' ? 'decommission' : 'update'] === true)
    .slice(0, max)
    .map(({ id, name }) =>
      typed.kind === 'decommission'
        ? { id: paths.decommission(id), label: `Decommission ${name}…`, group, icon: Trash2 }
        : { id: paths.account(id, 'secrets'), label: `Set secret in ${name}…`, group, icon: Vault },
    )
}

/** Administrators can change all accounts, other people only their own. */
async function findOwnAccounts(client: QueryClient, text: string, me: CallResult<'getMe'>): Promise<CallResult<'getAccount'>[]> {
  if (isAdmin(me)) {
    const accounts = await client.fetchQuery(searchAccounts(text))
    return fulfilledItems(accounts.slice(0, max).map(async ({ id }) => [await client.fetchQuery(getAccount(id))]))
  }
  const terms = text.toLocaleLowerCase().split(/\s+/)
  const accounts = await client.fetchQuery(listMyAccounts())
  return accounts.filter(({ name, subscriptionId, family, tower }) => {
    const all = `${name} ${subscriptionId ?? ''} ${family.name} ${tower.name}`.toLocaleLowerCase()
    return terms.every((term) => all.includes(term))
  })
}
