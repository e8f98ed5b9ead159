import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { planted, plantedText } from './supportBundle.fixture.ts'
import { openSupportWorld, type SupportWorld } from './supportWorld.fixture.ts'

let support: SupportWorld
beforeAll(async () => {
  support = await openSupportWorld()
})
afterAll(() => support.close())

describe('a support bundle', () => {
  it('contains none of the secrets and personal data that were planted where it reads', async () => {
    const settings = {
      SLIPWAY_PUBLIC_URL: 'https://planted-user:planted-Passw0rd!@slipway.example/Zq7-planted-x9?key=Zq7-planted-x9',
      SLIPWAY_OTLP_ENDPOINT: planted.url,
      SLIPWAY_OTLP_HEADERS: JSON.stringify({ authorization: planted.token }),
      HTTPS_PROXY: planted.url,
      NO_PROXY: '127.0.0.1,localhost',
      SLIPWAY_LOG_LEVEL: planted.other,
      SLIPWAY_LOOKUP_REGION: 'uksouth',
      SLIPWAY_MAIL_FROM: planted.mail,
      SLIPWAY_SMTP_PASSWORD: planted.password,
      SLIPWAY_KEY_SECRET: plantedText,
      SLIPWAY_BILLING_SCOPE: plantedText,
      SLIPWAY_GIT_REPOSITORY: `${planted.name}/${planted.other}`,
    }
    const { text, json, statuses } = await support.bundle(settings)
    expect(new Set(Object.values(statuses))).toEqual(new Set(['included']))
    for (const value of [...Object.values(planted), ...support.secrets]) expect(text).not.toContain(value)
    expect(text).not.toMatch(/planted|wilhelmina|okonkwo|hunter2|zq7|[\w.]@[\w.]|eyJ|BEGIN/i)
    expect(json('settings.json').settings).toContainEqual({
      name: 'SLIPWAY_PUBLIC_URL',
      from: 'environment',
      value: 'https://slipway.example',
    })
    expect(json('settings.json').settings).toContainEqual({ name: 'SLIPWAY_KEY_SECRET', from: 'environment' })
  })

  it('lists settings with problems, without their values, and exits with 1', async () => {
    const { code, text, json, withStatus } = await support.bundle({
      SLIPWAY_ARM_ENDPOINT: planted.url.replace('https', 'http'),
      SLIPWAY_OPS_PORT: planted.other,
      SLIPWAY_PLANTED: planted.password,
      SLIPWAY_FALLBACK_OWNERS_GROUP: planted.name,
    })
    expect([code, withStatus('missing')]).toEqual([1, ['metrics.txt', 'doctor.json']])
    expect(json('settings.json')).toMatchObject({
      problems: 4,
      wrong: ['SLIPWAY_ARM_ENDPOINT', 'SLIPWAY_FALLBACK_OWNERS_GROUP', 'SLIPWAY_OPS_PORT'],
    })
    expect(text).not.toMatch(/planted|wilhelmina|zq7/i)
  })
})
