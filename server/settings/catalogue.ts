import { isDeepStrictEqual } from 'node:util'
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

/** Settings that administrators can change while Slipway runs. All other values are in the configuration. */
export const settingCatalogue = {
  maintenance: {
    title: 'Maintenance',
    description: 'Shows a banner to everyone, and can prevent changes.',
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
      'Azure limits eligibility for a role to one year by default, so Slipway renews it. Switch this on to allow permanent eligibility in the role’s PIM settings instead.',
    value: Type.Boolean(),
    fallback: false,
  },
  pimTickets: {
    title: 'Tickets for privileged roles',
    description:
      'Rules for tickets, if Azure requires one for a role: accepted states, minimum and maximum age, and whether people can use their own tickets. You can override the rules per role definition ID.',
    value: TicketPolicy,
    fallback: defaultTicketPolicy,
  },
  readCalendars: {
    title: 'Absences from calendars',
    description:
      'Reads approvers’ automatic replies to show who is away, and stores only the dates. Needs the permission MailboxSettings.Read.',
    value: Type.Boolean(),
    fallback: true,
  },
  stepUp: {
    title: 'Step-up sign-in for privileged decisions',
    description:
      'Decisions are privileged if they concern privileged access or policies, or if administrators change access, owners or delegations. API keys and emergency access always need a step-up sign-in.',
    value: Type.Enum(stepUpSettings),
    fallback: defaultStepUp,
  },
} satisfies Record<string, Setting>

export const settingSchemas = Object.values(settingCatalogue)
  .map(({ value }) => value)
  .filter((schema, index, schemas) => schemas.findIndex((one) => isDeepStrictEqual(one, schema)) === index)

export type SettingName = keyof typeof settingCatalogue
export const settingNames = Object.keys(settingCatalogue) as SettingName[]
