import { mailService } from '../../clients/mail/mail.ts'
import type { ChannelType } from '../../db/tables.ts'

/** What the ways out are called among the services that Slipway works with. */
export const channelServices: Record<ChannelType, string> = {
  mail: mailService,
  slack: 'Slack',
  teams: 'Microsoft Teams',
  webhook: 'Webhooks',
}
