import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { company } from './company.ts'

const northgate = company()
const people = new Map(northgate.people.map((person) => [person.id, person]))

const unique = (values: string[]) => new Set(values.map((value) => value.toLowerCase())).size === values.length
const range = (cidr: string): [number, number] => {
  const [address, length] = cidr.split('/')
  const start = address!.split('.').reduce((sum, octet) => sum * 256 + Number(octet), 0)
  return [start, start + 2 ** (32 - Number(length))]
}

describe('company', () => {
  it('has 12 towers, 60 families, 2,000 accounts and 900 people', () => {
    expect(northgate.towers).toHaveLength(12)
    expect(northgate.families).toHaveLength(60)
    expect(northgate.accounts).toHaveLength(2000)
    expect(northgate.accounts.filter((account) => account.kind === 'edge')).toHaveLength(300)
    expect(northgate.people).toHaveLength(900)
    expect(northgate.catalogue).toHaveLength(24)
  })

  it('is the same in another process', () => {
    const digest = (text: string) => createHash('sha256').update(text).digest('hex')
    const script = `import('${import.meta.dirname}/company.ts').then((m) => process.stdout.write(JSON.stringify(m.company())))`
    const scriptOutput = execFileSync('node', ['-e', script], { encoding: 'utf8', maxBuffer: 64 * 2 ** 20 })
    expect(digest(scriptOutput)).toBe(digest(JSON.stringify(northgate)))
  })

  it('has unique IDs, names, email addresses and store numbers', () => {
    const { accounts, groups, towers, families, catalogue } = northgate
    const ids = [northgate.people, accounts, groups, towers, families, catalogue].flatMap((items) => items.map((item) => item.id))
    expect(unique([...ids, ...accounts.map((account) => account.subscriptionId)])).toBe(true)
    expect(unique(accounts.map((account) => account.name))).toBe(true)
    expect(unique(families.map((family) => family.name))).toBe(true)
    expect(unique(northgate.people.map((person) => person.email))).toBe(true)
    expect(unique(groups.map((group) => group.mailNickname))).toBe(true)
    expect(unique(accounts.flatMap((account) => account.storeNumbers))).toBe(true)
  })

  it('keeps account names within Azure’s rules for subscriptions', () => {
    expect(northgate.accounts.filter((account) => !/^[^<>;|]{1,63}$/.test(account.name))).toEqual([])
  })

  it('assigns address ranges that do not overlap', () => {
    const ranges = northgate.accounts.flatMap((account) => account.network.addressSpaces.map(range)).sort((a, b) => a[0] - b[0])
    expect(ranges.length).toBeGreaterThan(1000)
    expect(ranges.filter(([start], i) => i > 0 && start < ranges[i - 1]![1])).toEqual([])
    const mismatches = northgate.accounts.filter(
      ({ network }) => network.addressSpaces.length !== (network.connectivity === 'corporate' ? 1 : 0),
    )
    expect(mismatches).toEqual([])
  })

  it('gives every account services that its budget can pay', () => {
    const estimates = new Map(northgate.catalogue.map(({ id, monthlyEstimate }) => [id, monthlyEstimate.amount]))
    const tooExpensive = northgate.accounts.filter(
      ({ catalogueItemIds, budget }) => catalogueItemIds.reduce((sum, id) => sum + estimates.get(id)!, 0) > budget.amount,
    )
    expect(tooExpensive).toEqual([])
  })

  it('gives every account 2 to 4 different owners, of whom only a few have left', () => {
    let accountsWithLeaver = 0
    for (const account of northgate.accounts) {
      expect(new Set(account.ownerIds).size).toBe(account.ownerIds.length)
      expect(account.ownerIds.length).toBeGreaterThanOrEqual(2)
      expect(account.ownerIds.length).toBeLessThanOrEqual(4)
      const disabledCount = account.ownerIds.filter((id) => !people.get(id)!.enabled).length
      expect(disabledCount).toBeLessThanOrEqual(1)
      accountsWithLeaver += disabledCount
    }
    expect(accountsWithLeaver).toBe(12)
  })

  it('has no reference to a missing ID', () => {
    const families = new Map(northgate.families.map((family) => [family.id, family]))
    const managementGroups = new Set(northgate.managementGroups.map((group) => group.id))
    const items = new Set(northgate.catalogue.map((item) => item.id))
    for (const account of northgate.accounts) {
      expect(families.get(account.familyId)?.towerId).toBe(account.towerId)
      expect(managementGroups).toContain(account.managementGroupId)
      expect(account.catalogueItemIds.filter((id) => !items.has(id))).toEqual([])
    }
    for (const group of northgate.groups) expect([...group.memberIds, ...group.ownerIds].filter((id) => !people.has(id))).toEqual([])
    for (const tower of northgate.towers) expect(tower.leadIds.filter((id) => !people.get(id)?.enabled)).toEqual([])
    for (const family of northgate.families) expect(family.ownerIds.filter((id) => !people.get(id)?.enabled)).toEqual([])
    expect(northgate.people.filter((person) => person.managerId && !people.has(person.managerId))).toEqual([])
  })

  it('gives the personas the positions and groups that their titles name', () => {
    const byTitle = (title: string) => northgate.personas.find((person) => person.persona?.title === title)!
    const commerce = northgate.towers.find((tower) => tower.name === 'Commerce')!
    const checkout = northgate.families.find((family) => family.name === 'Checkout')!
    expect(commerce.leadIds).toContain(byTitle('Tower lead').id)
    expect(checkout.ownerIds).toContain(byTitle('Family owner').id)
    expect(commerce.leadIds).not.toContain(byTitle('Administrator').id)
    expect(byTitle('Administrator').appRoles).toEqual(['Slipway.Admin'])
    expect(byTitle('Leaver').enabled).toBe(false)
    expect(northgate.catalogue.find((item) => item.name === 'Azure Firewall')!.approverIds).toContain(byTitle('Product approver').id)
    expect(northgate.groups.find((group) => group.displayName === 'Cloud Architecture Board')!.memberIds).toContain(
      byTitle('Architecture board').id,
    )
    expect(northgate.accounts.filter((account) => account.ownerIds.includes(byTitle('Account owner').id)).length).toBeGreaterThan(5)
    expect(northgate.accounts.filter((account) => account.ownerIds.includes(byTitle('Engineer').id))).toEqual([])
  })
})
