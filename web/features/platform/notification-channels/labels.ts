import { Mail, MessagesSquare, Users, Webhook } from 'lucide-react'
import type { Icon } from '../../../ui/icon.ts'
import type { Tone } from '../../../ui/Status.tsx'
import type { Channel, Delivery } from './types.ts'

export const typeLabels: Record<Channel['type'], { label: string; hint: string; icon: Icon }> = {
  mail: { label: 'Email', hint: 'To people, as set in their notification settings', icon: Mail },
  slack: { label: 'Slack', hint: 'Incoming webhook of a channel', icon: MessagesSquare },
  teams: { label: 'Teams', hint: 'Workflow of a channel', icon: Users },
  webhook: { label: 'Webhook', hint: 'Signed messages to your own program', icon: Webhook },
}

export const stateLabels: Record<Channel['state'], { tone: Tone; label: string }> = {
  working: { tone: 'ok', label: 'Working' },
  unused: { tone: 'neutral', label: 'Nothing sent yet' },
  failing: { tone: 'bad', label: 'Failing' },
  off: { tone: 'neutral', label: 'Switched off' },
  notSetUp: { tone: 'warn', label: 'Not set up' },
}

export const statusLabels: Record<Delivery['status'], { tone: Tone; label: string }> = {
  waiting: { tone: 'info', label: 'Queued' },
  failed: { tone: 'warn', label: 'Retrying' },
  sent: { tone: 'ok', label: 'Sent' },
  givenUp: { tone: 'bad', label: 'Failed' },
  suppressed: { tone: 'neutral', label: 'Not sent' },
}

export const channelLabels = {
  none: 'No chats or webhooks yet',
  add: 'Add channel',
  name: 'Name',
  url: 'URL',
  deliveries: 'Deliveries',
  resend: (title: string) => `Send “${title}” again`,
  storeFirst: 'You can’t see the secret again after closing. Store it, then select this box.',
  done: 'Done',
  denied: 'Only administrators and auditors can see notification channels. Choose your own notifications in your settings.',
  addressInvalid: 'Enter the full URL, starting with https://.',
  confirmed: 'Identity confirmed',
  secretStored: 'I’ve stored the secret',
} as const
