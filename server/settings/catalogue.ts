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
    description: 'A banner for everybody, and whether anything can be changed meanwhile.',
    value: Maintenance,
    fallback: noMaintenance,
  },
  noticeDays: {
    title: 'Days that notices are kept',
    description: 'Older ones are forgotten in the portal. The audit trail is not touched.',
    value: Type.Integer({ minimum: 30, maximum: 1_095 }),
    fallback: 180,
  },
  permanentEligibility: {
    title: 'Permanent eligibility',
    description:
      'Azure limits eligibility for a role to a year, so Slipway renews it. On: Slipway allows permanent eligibility in the PIM settings of the role instead, where Azure lets it change them.',
    value: Type.Boolean(),
    fallback: false,
  },
  pimTickets: {
    title: 'Tickets for privileged roles',
    description:
      'Which tickets count where Azure’s policy for a role demands one: their states, how old they must and may be, and whether people can use tickets that they opened themselves. Single roles can differ, by the id of their definition.',
    value: TicketPolicy,
    fallback: defaultTicketPolicy,
  },
  readCalendars: {
    title: 'Absences from calendars',
    description:
      'Whether Slipway reads the automatic replies of people who are asked to decide, so that everybody sees who is away. Only whether and when is kept. It takes the permission MailboxSettings.Read.',
    value: Type.Boolean(),
    fallback: true,
  },
  stepUp: {
    title: 'Second factor for privileged decisions',
    description:
      'Privileged only: to approve privileged access, change a policy, grant access as an administrator, change owners, leads or approvers as an administrator, or set a delegation for others. All: to approve anything at all. What always needs a second factor, such as API keys and emergency access, is not affected.',
    value: Type.Enum(stepUpSettings),
    fallback: defaultStepUp,
  },
} satisfies Record<string, Setting>

export const settingForms = Object.values(settingCatalogue).map(({ value }) => value)

export type SettingName = keyof typeof settingCatalogue
export const settingNames = Object.keys(settingCatalogue) as SettingName[]
