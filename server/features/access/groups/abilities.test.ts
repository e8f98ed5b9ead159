import { describe, expect, it } from 'vitest'
import { abilities, abilitiesOf } from './abilities.ts'
import { forgivable, slips, textOf } from './vocabulary.ts'

const role = (actions: string[], more: { notActions?: string[]; dataActions?: string[]; notDataActions?: string[] } = {}) =>
  abilitiesOf({ properties: { roleName: 'A role', permissions: [{ actions, ...more }] } })

describe('abilitiesOf', () => {
  it.each([
    ['Owner', ['*'], {}, ['everything.manage', 'access.grant'], ['secrets.see']],
    [
      'Contributor',
      ['*'],
      { notActions: ['Microsoft.Authorization/*/Write', 'Microsoft.Authorization/*/Delete'] },
      ['everything.manage', 'webApps.deploy'],
      ['access.grant', 'files.see'],
    ],
    ['Reader', ['*/read'], {}, ['everything.see', 'costs.see', 'logs.see'], ['webApps.deploy', 'secrets.see']],
    ['a vault’s user', [], { dataActions: ['Microsoft.KeyVault/vaults/secrets/getSecret/action'] }, ['secrets.see'], ['secrets.manage']],
    [
      'a web role in odd letters',
      ['MICROSOFT.WEB/Sites/*'],
      {},
      ['webApps.deploy', 'webApps.restart', 'webApps.manage'],
      ['everything.see'],
    ],
    [
      'data that is taken away again',
      [],
      { dataActions: ['Microsoft.KeyVault/vaults/*'], notDataActions: ['Microsoft.KeyVault/vaults/secrets/*'] },
      ['certificates.manage'],
      ['secrets.see', 'secrets.manage'],
    ],
  ])('%s', (_, actions, more, has, lacks) => {
    const { ids } = role(actions, more)
    expect(ids).toEqual(expect.arrayContaining(has))
    expect(ids.filter((id) => (lacks as string[]).includes(id))).toEqual([])
  })

  it('never calls a role smaller than one that it contains', () => {
    const growing = [['Microsoft.Web/sites/read'], ['Microsoft.Web/sites/*'], ['Microsoft.Web/*', '*/read'], ['*']].map(
      (each) => role(each).breadth,
    )
    expect(growing).toEqual([...growing].sort((a, b) => a - b))
    expect(new Set(growing).size).toBe(growing.length)
  })

  it('has names of its own for each, and something to say', () => {
    expect(new Set(abilities.map(({ id }) => id)).size).toBe(abilities.length)
    for (const { does, weight, verbs, things } of abilities)
      expect([does.length > 5, weight > 0, verbs.length > 0, things.length > 0]).not.toContain(false)
  })
})

describe('words', () => {
  it.each([
    ['Deploy to CHECKOUT, test!', ['deploy', 'checkout', 'test']],
    ['I need access to the pre-prod web apps', ['website', 'preprod']],
    ['who has access to basket?', ['permissions', 'basket']],
    ['checkout-basket checkout', ['checkout', 'basket']],
    ['  ', []],
  ])('of “%s” are %j', (text, expected) => {
    expect(
      textOf(text)
        .map(({ word }) => word)
        .sort(),
    ).toEqual([...expected].sort())
  })

  it('are said as they were written', () => {
    expect(textOf('restart Web Apps')).toEqual([
      { word: 'restart', said: 'restart' },
      { word: 'website', said: 'web apps' },
    ])
  })

  it.each([
    ['checkout', 'checkout', 0],
    ['chekcout', 'checkout', 1],
    ['chckout', 'checkout', 1],
    ['chexkouut', 'checkout', 2],
    ['basket', 'checkout', 6],
    ['till', 'transport', 3],
  ])('%s and %s are %i slips apart', (one, other, expected) => {
    expect(slips(one, other, 2)).toBe(expected)
  })

  it('forgives nothing in short words', () => {
    expect(['vm', 'prod', 'checkout'].map(forgivable)).toEqual([0, 1, 2])
  })
})
