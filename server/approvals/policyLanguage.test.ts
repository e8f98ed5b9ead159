import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { conditionProblem, evaluateCondition } from './condition.ts'
import { describeCondition } from './describeCondition.ts'
import { emptyFacts, factCatalogue, factTypes, type PolicyFacts } from './facts.ts'
import { riskOf } from './risk.ts'
import { evaluateRules } from './rules.ts'

const facts = (overrides: { [V in keyof PolicyFacts]?: Partial<PolicyFacts[V]> } = {}): PolicyFacts => {
  const all = emptyFacts()
  for (const [name, fields] of Object.entries(overrides)) Object.assign(all[name as keyof PolicyFacts], fields)
  return all
}
const stage = (name: string, when?: string) => ({ name, rule: { kind: 'manager' as const }, minimum: 1, ...(when ? { when } : {}) })

describe('the policy’s outcome', () => {
  const policy = {
    reject: [{ when: 'request.privileged', reason: 'Never.' }],
    approve: [{ when: 'request.hours <= 8.0', reason: 'Short.' }],
    stages: [stage('Production', 'target.environment == "production"')],
  }
  it('applies rejecting rules first, then approving rules, then stages', () => {
    expect(evaluateRules(policy, facts({ request: { privileged: true, hours: 1 } }))).toEqual({ outcome: 'rejected', reason: 'Never.' })
    expect(evaluateRules(policy, facts({ request: { hours: 8 } }))).toEqual({ outcome: 'approved', reason: 'Short.' })
    const longRequest = facts({ request: { hours: 9 }, target: { environment: 'production' } })
    expect(evaluateRules(policy, longRequest)).toEqual({ outcome: 'stages', stages: policy.stages })
  })

  it('approves nothing without a stage or a rule', () => {
    expect(evaluateRules(policy, facts({ request: { hours: 9 } }))).toEqual({ outcome: 'noStage' })
    expect(evaluateRules({ reject: [], approve: [], stages: [] }, facts())).toEqual({ outcome: 'noStage' })
  })

  it('lets an external decision replace approval rules and stages, but never rejection rules', () => {
    const input = { outcome: 'approved' as const, reason: 'Azure requires no approval.' }
    expect(evaluateRules(policy, facts({ request: { hours: 9 } }), input)).toEqual(input)
    expect(evaluateRules(policy, facts({ request: { privileged: true } }), input)).toMatchObject({ outcome: 'rejected' })
    const shortRequest = facts({ request: { hours: 1 }, target: { environment: 'production' } })
    expect(evaluateRules(policy, shortRequest, { outcome: 'required' })).toMatchObject({ outcome: 'stages' })
  })
})

describe('a condition', () => {
  it('reads every fact of the catalogue by its type', () => {
    for (const { path, type } of factCatalogue) {
      const [name, field] = path.split('.') as [string, string]
      expect(factTypes[name]![field]).toBe(type)
      expect([path, conditionProblem(type === 'bool' ? path : `${type === 'double' ? `${path} > 1.0` : `size(${path}) > 0`}`)]).toEqual([
        path,
        undefined,
      ])
    }
  })

  it('evaluates in bounded time, and reads nothing but the facts', () => {
    for (const text of ['target.name.matches("(a+)+$")', 'process.exit()', 'constructor', '__proto__ == 1', `${'!'.repeat(400)}true`])
      expect([text, conditionProblem(text)]).toEqual([text, expect.any(String)])
    for (const text of [
      'target.name.matches // so\n ("(a+)+$")',
      '(target.name).matches("a")',
      '[target.name].exists(name, name.matches("a"))',
    ])
      expect([text, conditionProblem(text)]).toEqual([text, expect.stringContaining('Regular expressions')])
    expect(conditionProblem('cel.bind(a, target.name + target.name, cel.bind(b, a + a, b == ""))')).toContain(
      'Variables (bind) aren’t supported',
    )
    expect(conditionProblem('target.name.split("").size() > 3')).toContain('startsWith')
    expect(conditionProblem('target.name == "matches ("')).toBeUndefined()
    expect(conditionProblem(`true || ${' '.repeat(1_000 - 13)}false`)).toBeUndefined()
    expect(conditionProblem(`true || ${' '.repeat(1_000)}false`)).toContain('at most')
  })

  it('allows one level of nested lists, to limit the cost', () => {
    const wrapInExists = (inner: string) => `request.items.exists(item, ${inner})`
    expect(conditionProblem(wrapInExists('["AKS", "Azure"].exists(word, item.startsWith(word))'))).toBeUndefined()
    expect(conditionProblem(wrapInExists(wrapInExists(wrapInExists('item == "x"'))))).toContain('nested')
    expect(conditionProblem('request.items.filter(i, i != "a").map(i, i + "b").exists(i, i == "b")')).toBeUndefined()
    expect(conditionProblem(wrapInExists(`!(request.roles.all(role, true ? ${wrapInExists('false')} : true))`))).toContain('nested')
  })

  it('evaluates to true or false', () => {
    expect(evaluateCondition('request.roles.exists(role, role == "Owner")', facts({ request: { roles: ['Reader', 'Owner'] } }))).toBe(true)
    expect(evaluateCondition('requester.overruns > 0 || risk.score >= 50', facts({ risk: { score: 49 } }))).toBe(false)
  })
})

describe('the description of a condition', () => {
  it.each([
    [
      'target.environment == "production" && request.hours <= 8.0',
      'the environment is production and the requested time in hours is at most 8',
    ],
    ['!(target.environment in ["production", "test"])', 'the environment is neither production nor test'],
    ['target.dataClassification in ["confidential", "restricted"]', 'the data is confidential or restricted'],
    [
      'request.privileged && !(request.extends && risk.score < 10)',
      'the request grants a role that can change permissions and (the request does not extend access that the requester has or the risk is at least 10)',
    ],
    ['request.budget > 3.0 * target.usualBudget', 'the budget is more than 3 times the usual budget in the family'],
    [
      '"Owner" in request.roles || 5 < requester.ownedAccounts',
      'the requested roles include Owner or the number of accounts that the requester owns is more than 5',
    ],
    ['request.items.exists(item, item.startsWith("Azure F"))', 'one of the catalogue items starts with “Azure F”'],
    ['target.name == "x or the risk is at least 0"', 'the target’s name is “x or the risk is at least 0”'],
    ['requester.owner == false', 'the requester does not own the account or sandbox'],
    ['target.tower != ""', 'the tower is not empty'],
    ['request.change == "catalogue"', 'the account’s services change'],
    ['!(request.change == "decommission")', 'the account is not decommissioned'],
    ['"details" != request.change', 'something other than the account’s details changes'],
    ['request.change == "other"', 'the kind of change is other'],
    ['request.privileged ? true : false', '“request.privileged ? true : false” holds'],
    [
      'request.budget <= 1500.0 && 20 < request.estimate',
      'the budget is at most £1,500 and the estimated cost of the catalogue items is more than £20',
    ],
    ['request.budget >', '“request.budget >” holds'],
  ])('describes %s', (text, expected) => expect(describeCondition(text)).toBe(expected))

  it('describes any text without an error, in bounded length', () => {
    const word = fc.constantFrom(
      ...factCatalogue.map(({ path }) => path),
      '"x"',
      '1.0',
      '3',
      'true',
      '(',
      ')',
      '!',
      '&&',
      '||',
      '==',
      'in',
      '[',
      ']',
      ',',
      '<=',
      '?',
      ':',
      '.size()',
      'size(',
      '.exists(x, x == "a")',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ maxLength: 1_200 }),
          fc.array(word, { maxLength: 40 }).map((parts) => parts.join(' ')),
        ),
        (text) => {
          const sentence = describeCondition(text)
          expect(sentence.length).toBeLessThanOrEqual(2_000)
          expect(sentence).not.toMatch(/undefined|\[object/)
        },
      ),
      { numRuns: 500 },
    )
  })

  it('describes a condition and its negation', () => {
    const leaf = fc.constantFrom('request.privileged', 'request.hours <= 8.0', 'target.environment == "production"', 'risk.score > 50.0')
    const { condition } = fc.letrec<{ condition: string }>((tie) => ({
      condition: fc.oneof(
        { maxDepth: 3 },
        leaf,
        fc.tuple(tie('condition'), fc.constantFrom('&&', '||'), tie('condition')).map(([a, op, b]) => `(${a} ${op} ${b})`),
        tie('condition').map((a) => `!(${a})`),
      ),
    }))
    fc.assert(
      fc.property(condition, (text) => {
        if (conditionProblem(text) !== undefined) return
        expect(describeCondition(`!(!(${text}))`)).toBe(describeCondition(text))
        expect(describeCondition(text)).not.toContain('holds')
      }),
      { numRuns: 200 },
    )
  })
})

describe('risk', () => {
  it('adds up the points of its reasons, up to 100, and lists the reasons with the most points first', () => {
    const riskyFacts = facts({
      request: { privileged: true, roles: ['Owner'], hours: 0, connectivity: 'internet' },
      target: { environment: 'production', dataClassification: 'restricted', criticality: 'tier1' },
      requester: { approved: 3, rejected: 2 },
    })
    const { score, reasons } = riskOf(riskyFacts)
    expect(score).toBe(100)
    expect(reasons[0]).toBe('Grants Owner, which can change permissions (+30).')
    const severalRolesRisk = riskOf(facts({ request: { privileged: true, roles: ['Contributor', 'Owner'], hours: 1 } }))
    expect(severalRolesRisk.reasons[0]).toBe('Grants Contributor and Owner, which can change permissions (+30).')
    expect(reasons).toContain('2 requests of the requester were rejected in the last 90 days (+10).')
    expect(riskOf(facts({ requester: { approved: 1 } }))).toEqual({ score: 0, reasons: [] })
    const budgetRisk = riskOf(
      facts({ request: { budget: 800 }, target: { usualBudget: 200, environment: 'development' }, requester: { approved: 1 } }),
    )
    expect(budgetRisk).toEqual({ score: 15, reasons: [expect.stringContaining('development')] })
  })

  const quietRequester = { approved: 1 }
  it.each<[number, Parameters<typeof facts>[0]]>([
    [30, { request: { privileged: true, hours: 1 } }],
    [40, { request: { privileged: true, hours: 0 } }],
    [0, { request: { privileged: false, hours: 0 } }],
    [30, { target: { kind: 'policy' } }],
    [25, { request: { change: 'decommission' } }],
    [15, { target: { environment: 'production' } }],
    [10, { target: { criticality: 'tier1' } }],
    [0, { target: { criticality: 'tier2' } }],
    [20, { target: { dataClassification: 'restricted' } }],
    [8, { target: { dataClassification: 'confidential' } }],
    [15, { request: { connectivity: 'internet' }, target: { dataClassification: 'internal' } }],
    [0, { request: { connectivity: 'internet' }, target: { dataClassification: 'public' } }],
    [0, { request: { connectivity: 'internet' } }],
    [10, { request: { restrictedItems: true } }],
    [0, { request: { budget: 600 }, target: { usualBudget: 200 } }],
    [15, { request: { budget: 2_000 }, target: { usualBudget: 200 } }],
    [25, { request: { budget: 2_001 }, target: { usualBudget: 200 } }],
    [0, { request: { budget: 2_001 } }],
    [10, { request: { budget: 100, estimate: 101 } }],
    [0, { request: { budget: 100, estimate: 100 } }],
    [0, { request: { budget: 0, estimate: 100 } }],
    [5, { requester: { approved: 0, ownedAccounts: 0 } }],
    [0, { requester: { approved: 0, ownedAccounts: 1 } }],
    [15, { requester: { rejected: 4 } }],
    [10, { requester: { overruns: 1 } }],
    [20, { requester: { overruns: 3 } }],
    [5, { request: { roles: ['Reader'] }, requester: { owner: true } }],
    [0, { request: { roles: [] }, requester: { owner: true } }],
    [0, { request: { roles: ['Reader'] }, requester: { owner: false } }],
  ])('is %i for %j', (score, overrides) => {
    const { requester, ...remaining } = overrides ?? {}
    expect(riskOf(facts({ ...remaining, requester: { ...quietRequester, ...requester } })).score).toBe(score)
  })

  it('equals the sum of its reasons', () => {
    const record = fc.record({
      request: fc.record({
        privileged: fc.boolean(),
        hours: fc.nat(100),
        budget: fc.nat(1_000),
        estimate: fc.nat(1_000),
        restrictedItems: fc.boolean(),
      }),
      target: fc.record({ environment: fc.constantFrom('production', 'test'), usualBudget: fc.nat(300) }),
      requester: fc.record({ rejected: fc.nat(9), overruns: fc.nat(9), approved: fc.nat(2) }),
    })
    fc.assert(
      fc.property(record, (overrides) => {
        const { score, reasons } = riskOf(facts(overrides))
        const points = reasons.map((reason) => Number(/\(\+(\d+)\)\.$/.exec(reason)![1]))
        expect(score).toBe(
          Math.min(
            points.reduce((sum, each) => sum + each, 0),
            100,
          ),
        )
        expect(points).toEqual([...points].sort((left, right) => right - left))
      }),
      { numRuns: 200 },
    )
  })
})
