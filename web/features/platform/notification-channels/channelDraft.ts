import type { Option } from '../../../ui/Select.tsx'
import { channelLabels } from './labels.ts'
import type { Channel, NewChannel } from './types.ts'

export interface Draft {
  type: NewChannel['type']
  name: string
  url: string
  topics: string[]
  scope: 'all' | 'tower' | 'family' | 'account'
  tower: string | null
  family: Option | null
  account: Option | null
}

const option = (place: { id: string; name: string } | null): Option | null => place && { value: place.id, label: place.name }

export function draftOf(channel?: Channel): Draft {
  const { tower = null, family = null, account = null } = channel ?? {}
  return {
    type: channel && channel.type !== 'mail' ? channel.type : 'slack',
    name: channel?.name ?? '',
    url: '',
    topics: channel?.topics ?? ['decisions'],
    scope: tower ? 'tower' : family ? 'family' : account ? 'account' : 'all',
    tower: tower?.id ?? null,
    family: option(family),
    account: option(account),
  }
}

export function scopeOf({ scope, tower, family, account }: Draft) {
  return {
    towerId: scope === 'tower' ? tower : null,
    familyId: scope === 'family' ? (family?.value ?? null) : null,
    accountId: scope === 'account' ? (account?.value ?? null) : null,
  }
}

export function missingIn(draft: Draft, exists: boolean) {
  const url = draft.url.trim()
  const scopeTarget = { all: true, tower: draft.tower, family: draft.family, account: draft.account }[draft.scope]
  return {
    name: draft.name.trim().length < 2 ? 'Enter a name of at least 2 characters.' : undefined,
    url: exists && url === '' ? undefined : /^https:\/\/\S+\.?\S+$/.test(url) ? undefined : channelLabels.addressInvalid,
    topics: draft.topics.length === 0 ? 'Choose at least one topic.' : undefined,
    [`${draft.scope}Id`]: scopeTarget ? undefined : 'Choose a tower, family or account.',
  }
}
