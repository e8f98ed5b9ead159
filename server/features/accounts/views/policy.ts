import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'
import { maxViews } from './schemas.ts'

interface ViewFacts {
  ownerId: string
  sharedWith: 'private' | 'tower' | 'everyone'
}

export const othersView = 'Only the creator and administrators can change this view. Save your own copy.'

export function canChange(actor: Person, { ownerId, sharedWith }: ViewFacts): Verdict {
  if (ownerId === actor.id || (actor.admin && sharedWith !== 'private')) return true
  return othersView
}

export function viewCan(actor: Person, view: ViewFacts): Record<'update' | 'delete', Verdict> {
  const change = canChange(actor, view)
  return { update: change, delete: change }
}

export function viewsCan(actor: Person, ownCount: number): Record<'create' | 'shareWithEveryone', Verdict> {
  return {
    create: ownCount < maxViews ? true : `You have ${maxViews} views, the maximum. Delete one you no longer need.`,
    shareWithEveryone: actor.admin ? true : 'Only administrators can share a view with everyone. Share it with your tower.',
  }
}

export function canShare(
  actor: Person,
  sharing: { sharedWith: ViewFacts['sharedWith']; towerId: string | null },
  towers: { id: string }[],
): Verdict {
  if (sharing.sharedWith === 'private') return true
  if (sharing.sharedWith === 'everyone') return viewsCan(actor, 0).shareWithEveryone
  if (actor.admin || towers.some(({ id }) => id === sharing.towerId)) return true
  return 'You can share with towers that you lead, or in which you own a family or account.'
}
