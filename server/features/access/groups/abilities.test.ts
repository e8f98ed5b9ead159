import { describe, expect, it } from 'vitest'
import { abilities, abilitiesOf } from './abilities.ts'
import { editDistance, maxEditDistance, termsOf } from './vocabulary.ts'

const role = (actions: string[], overrides: { notActions?: string[]; dataActions?: string[]; notDataActions?: string[] } = {}) =>
  abilitiesOf({ properties: { roleName: 'A role', permissions: [{ actions, ...overrides }] } })

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
    ['of a vault’s user', [], { dataActions: ['Microsoft.KeyVault/vaults/secrets/getSecret/action'] }, ['secrets.see'], ['secrets.manage']],
    [
      'Website Contributor in other case',
      ['MICROSOFT.WEB/Sites/*'],
      {},
      ['webApps.deploy', 'webApps.restart', 'webApps.manage'],
      ['everything.see'],
    ],
    [
      'with excluded data actions',
      [],
      { dataActions: ['Microsoft.KeyVault/vaults/*'], notDataActions: ['Microsoft.KeyVault/vaults/secrets/*'] },
      ['certificates.manage'],
      ['secrets.see', 'secrets.manage'],
    ],
  ])('recognises the abilities of the role %s', (_, actions, overrides, expectedAbilities, lacks) => {
    const { ids } = role(actions, overrides)
    expect(ids).toEqual(expect.arrayContaining(expectedAbilities))
    expect(ids.filter((id) => (lacks as string[]).includes(id))).toEqual([])
  })

  it('ranks broader roles above narrower roles', () => {
    const growingActions = [['Microsoft.Web/sites/read'], ['Microsoft.Web/sites/*'], ['Microsoft.Web/*', '*/read'], ['*']].map(
      (each) => role(each).breadth,
    )
    expect(growingActions).toEqual([...growingActions].sort((a, b) => a - b))
    expect(new Set(growingActions).size).toBe(growingActions.length)
  })

  it('has a unique ID, a description and keywords for each ability', () => {
    expect(new Set(abilities.map(({ id }) => id)).size).toBe(abilities.length)
    for (const { does, weight, verbs, things } of abilities)
      expect([does.length > 5, weight > 0, verbs.length > 0, things.length > 0]).not.toContain(false)
  })
})

describe('search words', () => {
  it.each([
    ['Deploy to CHECKOUT, test!', ['deploy', 'checkout', 'test']],
    ['I need access to the pre-prod web apps', ['website', 'preprod']],
    ['who has access to basket?', ['permissions', 'basket']],
    ['checkout-basket checkout', ['checkout', 'basket']],
    ['  ', []],
  ])('reads “%s” as %j', (text, expected) => {
    expect(
      termsOf(text)
        .map(({ word }) => word)
        .sort(),
    ).toEqual([...expected].sort())
  })

  it('keeps the original spelling for display', () => {
    expect(termsOf('restart Web Apps')).toEqual([
      { word: 'restart', original: 'restart' },
      { word: 'website', original: 'web apps' },
    ])
  })

  it.each([
    ['checkout', 'checkout', 0],
    ['chekcout', 'checkout', 1],
    ['chckout', 'checkout', 1],
    ['chexkouut', 'checkout', 2],
    ['basket', 'checkout', 6],
    ['till', 'transport', 3],
  ])('counts the typing errors between %s and %s as %i', (name, otherName, expected) => {
    expect(editDistance(name, otherName, 2)).toBe(expected)
  })

  it('doesn’t tolerate typing errors in short words', () => {
    expect(['vm', 'prod', 'checkout'].map(maxEditDistance)).toEqual([0, 1, 2])
  })
})
