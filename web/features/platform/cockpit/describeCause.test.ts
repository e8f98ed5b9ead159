import { expect, it } from 'vitest'
import { causeLabels, describeCause, otherCauseLabels, runStateLabels } from './describeCause.ts'

const causeOf = (code: string) => describeCause({ service: 'Azure', code, count: 2, failed: 2 })

it.each([
  ['Azure', 0, runStateLabels.waitingFor('Azure')],
  ['Azure', 1, `${runStateLabels.waitingFor('Azure')}, ${runStateLabels.someFailed(1)}`],
  ['Azure', 2, runStateLabels.failedAt('Azure')],
  [null, 0, runStateLabels.failing],
  [null, 2, runStateLabels.failed],
])('describes a cause at the service %s, with %i of 2 runs failed, as %s', (service, failed, state) =>
  expect(describeCause({ service, code: 'http403', count: 2, failed })).toBe(`2 runs ${state}: ${causeLabels.http403}`),
)

it.each([
  'http403',
  'missingPermission Microsoft.Network/virtualNetworks/write',
  'RequestDisallowedByPolicy',
  'NewCodeOfAzure',
  'http418',
  'tookTooLong',
])('has no code in the cause %s', (code) => {
  const cause = causeOf(code)
  expect(cause).not.toContain(code.split(' ').at(-1))
  expect(cause).not.toMatch(/\d{3}|[a-z][A-Z]/)
})

it.each(['constructor', 'toString detail', '__proto__'])(
  'describes the code %s, which every object has as a property, as unknown',
  (code) => expect(causeOf(code)).toMatch(new RegExp(`: ${otherCauseLabels.other}$`)),
)

it('describes unknown codes of servers as errors of the service', () => {
  for (const code of ['http503', 'ServiceUnavailable', 'InternalServerError Microsoft.Compute'])
    expect(causeOf(code)).toMatch(new RegExp(`: ${otherCauseLabels.service}$`))
  for (const code of ['ServicePrincipalNotFound', 'ServerFarmQuotaReached', 'http5'])
    expect(causeOf(code)).toMatch(new RegExp(`: ${otherCauseLabels.other}$`))
})
