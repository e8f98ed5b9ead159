import { expect, it } from 'vitest'
import { defaultTicketPolicy } from '../../../../server/settings/ticketPolicy.ts'
import { formatSettingValue } from './formatSettingValue.ts'
import { stepUpLabels } from './stepUpLabels.ts'
import { ticketLabels, ticketStates } from './ticketLabels.ts'

const id = '8e3af657-a8ff-443c-a75c-2fe8c4bcb635'
const customId = '5d2bd3cf-9d1b-4f0c-8f4f-6a8f6a0f5b11'

it('describes the ticket rules of all roles and of single roles', () => {
  const text = formatSettingValue('pimTickets', {
    ...defaultTicketPolicy,
    roles: { [id]: { incidentStates: ['1'], ownTickets: true }, [customId]: { ownTickets: true } },
  })
  expect(text).toContain(ticketStates.changeStates['-1'])
  expect(text).toContain(`${ticketLabels.minAge}: 15`)
  expect(text).toContain(`Owner: ${ticketLabels.incidentStates}: ${ticketStates.incidentStates['1']}`)
  expect(text).not.toContain(id)
  expect(text).toContain(`${customId}: ${ticketLabels.ownTickets}`)
  expect(text).not.toBe(formatSettingValue('pimTickets', defaultTicketPolicy))
})

it('tells the modes of maintenance apart', () => {
  const maintenance = { message: 'Back at noon.', startsAt: null, until: null, pauseWork: false }
  const texts = (['off', 'banner', 'readOnly'] as const).map((mode) => formatSettingValue('maintenance', { ...maintenance, mode }))
  expect(new Set(texts).size).toBe(3)
  expect(texts[1]).toContain(maintenance.message)
})

it('describes other values', () => {
  expect(formatSettingValue('stepUp', 'off')).toBe(stepUpLabels.off)
  expect(formatSettingValue('notificationDays', 180)).toBe('180 days')
  expect(formatSettingValue('readCalendars', true)).not.toBe(formatSettingValue('readCalendars', false))
})
