import type { NoticeKind } from '../../../notifications/kinds.ts'
import { moneyWords } from '../../accounts/updates/words.ts'
import { afterMove, freezePercent, graceHours, inWords, type Move } from '../sandboxes/lease.ts'
import type { LockedSandbox } from '../sandboxes/queries.ts'

/** What owners are told of, and the kind of notice that makes. */
export const noticeKinds = {
  ready: 'sandboxReady',
  frozen: 'sandboxFrozen',
  thawed: 'sandboxThawed',
  extended: 'sandboxExtended',
  ends: 'sandboxEnds',
  spent: 'sandboxSpent',
  idle: 'sandboxIdle',
  deleting: 'sandboxDeleting',
  takenBack: 'sandboxTakenBack',
  removing: 'sandboxRemoving',
} as const satisfies Record<string, NoticeKind>
export type NoticeOfSandbox = keyof typeof noticeKinds

/** What is written down of a move, and what people are told: times are left to the screens, which know where the reader is. */
export interface Told {
  kind: NoticeOfSandbox
  /** For the list of what happened. */
  text: string
  title: string
  body: string
  /** Members have to know too, because it changes what they can do. */
  members: boolean
}

interface Who {
  by: { displayName: string } | null
  reason?: string
  now: Date
}

export function wordsFor(sandbox: LockedSandbox, move: Move, { by, reason, now }: Who): Told {
  const { name } = sandbox
  const who = by?.displayName ?? 'Slipway'
  const because = reason ? `: ${sentence(reason)}` : '.'
  switch (move.kind) {
    case 'start': {
      const text = `It is ready and lives for ${inWords(sandbox.lease_hours)} from now on.`
      return { kind: 'ready', text, title: `${name} is ready`, body: `It lives for ${inWords(sandbox.lease_hours)}.`, members: false }
    }
    case 'freeze': {
      const still = 'Nothing in it runs and nobody reaches it, everything is kept, and its time runs on.'
      const frozen = { kind: 'frozen' as const, title: `${name} is frozen`, members: true }
      if (move.because === 'budget') {
        const percent = freezePercent(sandbox.terms) ?? 100
        const why = percent === 100 ? 'its budget is used up' : `${percent}% of its budget is spent`
        const body = `It was frozen because ${why}. ${still} An extension with more money lets it go on.`
        return { ...frozen, text: `It was frozen because ${why}.`, body }
      }
      return { ...frozen, text: `${who} froze it${because}`, body: reason ? `${who}: ${sentence(reason)} ${still}` : still }
    }
    case 'thaw':
      return {
        kind: 'thawed',
        text: `${who} thawed it${because}`,
        title: `${name} goes on`,
        body: 'What was stopped is started again.',
        members: true,
      }
    case 'delete':
      return deletion(sandbox, move.because, who, because)
    case 'takeBack': {
      const frozen = afterMove(sandbox, move, now).status === 'frozen'
      const body = frozen ? 'It is frozen, as it was before.' : 'What was stopped is started again.'
      return { kind: 'takenBack', text: `${who} took its deletion back.`, title: `${name} is not deleted`, body, members: true }
    }
    case 'extend':
      return extension(sandbox, move, now)
    case 'remove':
      return {
        kind: 'removing',
        text: 'The time in which it could be taken back is over: it is being removed.',
        title: `${name} is being removed`,
        body: 'Everything in it goes for good.',
        members: false,
      }
  }
}

/** What somebody wrote, with an end. */
const sentence = (text: string) => (/[.!?…]$/.test(text) ? text : `${text}.`)

/** @param ending `.`, or the reason that was given */
function deletion({ name, status }: LockedSandbox, because: 'owner' | 'admin' | 'expired', who: string, ending: string): Told {
  const why = because === 'expired' ? 'Its time is over' : `${who} deleted it`
  if (status === 'queued' || status === 'failed')
    return {
      kind: 'deleting',
      text: `${why} before it was ready${ending}`,
      title: `${name} is deleted`,
      body: `${why} before it was ready${ending}`,
      members: false,
    }
  const way = because === 'expired' ? 'an extension brings it back' : 'it can be taken back'
  return {
    kind: 'deleting',
    text: `${why}${ending} Everything is kept for ${inWords(graceHours)}, in which ${way}.`,
    title: because === 'expired' ? `The time of ${name} is over` : `${name} is being deleted`,
    body: `${why}${ending} Nothing in it runs and nobody reaches it; everything is kept for ${inWords(graceHours)}, in which ${way}.`,
    members: true,
  }
}

function extension(sandbox: LockedSandbox, move: Extract<Move, { kind: 'extend' }>, now: Date): Told {
  const money = moneyWords({ amount: move.budget, currency: sandbox.currency })
  const more = [...(move.hours > 0 ? [inWords(move.hours)] : []), ...(move.budget > 0 ? [money] : [])].join(' and ')
  const goesOn = sandbox.status !== 'active' && afterMove(sandbox, move, now).status === 'active'
  const tail = goesOn ? ' What was stopped is started again.' : ''
  return {
    kind: 'extended',
    text: `It was extended by ${more}.${tail}`,
    title: `${sandbox.name} has ${more} more`,
    body: `It has been extended.${tail}`,
    members: goesOn,
  }
}
