import { type TSchema, Type } from 'typebox'
import { stepUpSettings } from '../auth/stepUp.ts'
import { Maintenance, noMaintenance } from '../http/maintenance.ts'
import { defaultStepUp } from '../http/stepUp.ts'
import { defaultTicketPolicy, TicketPolicy } from './ticketPolicy.ts'

interface Setting {
  title: string
  description: string
  value: TSchema
  fallback: unknown
}

/** Settings that administrators can change at run time; the rest is configuration. */
export const settingCatalogue = {
  maintenance: {
    title: 'Maintenance',
    description: 'Shows a banner to everyone and can prevent changes.',
    value: Maintenance,
    fallback: noMaintenance,
  },
  notificationDays: {
    title: 'Notification retention',
    description: 'Days until notifications are deleted from the portal. The audit trail is not affected.',
    value: Type.Integer({ minimum: 30, maximum: 1_095 }),
    fallback: 180,
  },
  permanentEligibility: {
    title: 'Permanent eligibility',
    description:
      'Azure limits eligibility for a role to a year, so Slipway renews it. When on, Slipway instead allows permanent eligibility in the role’s PIM settings, if Azure permits it.',
    value: Type.Boolean(),
    fallback: false,
  },
  pimTickets: {
    title: 'Tickets for privileged roles',
    description:
      'Tickets that are accepted if Azure requires one for a role: statuses, minimum and maximum age, and whether people can use their own tickets. You can override this per role definition id.',
    value: TicketPolicy,
    fallback: defaultTicketPolicy,
  },
  readCalendars: {
    title: 'Absences from calendars',
    description:
      'Reads approvers’ automatic replies to show who is away. Only the dates are stored. Needs the permission MailboxSettings.Read.',
    value: Type.Boolean(),
    fallback: true,
  },
  stepUp: {
    title: 'Second factor for privileged decisions',
    description:
      'Privileged only: for approving privileged access, changing policies, delegations for others, and grants or owner changes by administrators. All: for every approval. API keys, emergency access and some other actions always need a second factor.',
    value: Type.Enum(stepUpSettings),
    fallback: defaultStepUp,
  },
} satisfies Record<string, Setting>

export const settingForms = Object.values(settingCatalogue).map(({ value }) => value)

export type SettingName = keyof typeof settingCatalogue
export const settingNames = Object.keys(settingCatalogue) as SettingName[]
