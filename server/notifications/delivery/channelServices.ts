import { mailService } from '../../clients/mail/mail.ts'
import type { ChannelType } from '../../db/tables.ts'

/** Names of the channels' services in the list of connectors. */
export const channelServices: Record<ChannelType, string> = {
  mail: mailService,
  slack: 'Slack',
  teams: 'Microsoft Teams',
  webhook: 'Webhooks',
}
