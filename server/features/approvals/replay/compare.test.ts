import { describe, expect, it } from 'vitest'
import { noFacts } from '../../../approvals/facts.ts'
import type { PolicyRules } from '../../../approvals/rules.ts'
import type { PolicyStage } from '../../../db/tables.ts'
import { compare, oddness, type PastRequest, type PastStage } from './compare.ts'
import { waitsOf } from './waits.ts'

const lead: PolicyStage = { name: 'Tower lead', rule: { kind: 'towerLead' }, minimum: 1 }
const owner: PolicyStage = { name: 'Family owner', rule: { kind: 'familyOwner' }, minimum: 1 }
const small = { when: 'request.budget <= 500.0', because: 'Small budgets pass.' }
const rules = (change: Partial<PolicyRules> = {}): PolicyRules => ({ reject: [], approve: [], stages: [lead, owner], ...change })

const at = (hours: number) => new Date(Date.UTC(2026, 4, 4, hours)).toISOString()
const written = (stages: PolicyStage[]): PastStage[] =>
  stages.map(({ when: _, ...stage }, index) => ({ ...stage, status: 'approved', openedAt: at(index * 5), closedAt: at(index * 5 + 5) }))
function past(change: Partial<PastRequest> = {}): PastRequest {
  const facts = noFacts()
  facts.request.budget = 400
  const stages = written([lead, owner])
  return {
    id: 'a',
    facts,
    status: 'approved',
    automatic: null,
    given: null,
    openedAt: new Date(at(0)),
    closedAt: new Date(at(10)),
    stages,
    ...change,
  }
}
const changeOf = (request: PastRequest, draft: PolicyRules, filed = rules()) => compare(request, filed, draft).change

describe('the change of an outcome', () => {
  it('is null where the same people are asked at the same times', () => {
    expect(changeOf(past(), rules())).toBeNull()
    expect(changeOf(past(), rules({ stages: [{ ...lead, name: 'Renamed', remindAfterHours: 48 }, owner] }))).toBeNull()
  })

  it('is named by the outcome of the request', () => {
    const because = 'No.'
    expect(changeOf(past(), rules({ approve: [small] }))).toBe('approvedAtOnce')
    expect(changeOf(past(), rules({ approve: [small], reject: [{ when: 'true', because }] }))).toBe('rejectedAtOnce')
    expect(changeOf(past(), rules({ stages: [{ ...lead, when: 'request.privileged' }] }))).toBe('nobodyDecides')
    expect(changeOf(past(), rules({ stages: [lead] }))).toBe('fewerStages')
    expect(changeOf(past(), rules({ stages: [lead, owner, { ...lead, name: 'Again' }] }))).toBe('moreStages')
    expect(changeOf(past(), rules({ stages: [lead, { ...owner, minimum: 2 }] }))).toBe('otherPeople')
    expect(changeOf(past(), rules({ stages: [lead, { ...owner, hoursToDecide: 24 }] }))).toBe('otherTimes')
  })

  it('contains the rule that decides, and the rule that decided before', () => {
    const filed = rules({ approve: [small] })
    const let1 = past({ automatic: small.because, stages: [] })
    expect(compare(let1, filed, rules())).toMatchObject({
      from: 'approved',
      change: 'askedFirst',
      was: { because: small.because, when: small.when },
      would: { outcome: 'asked', stages: ['Tower lead', 'Family owner'] },
    })
    expect(changeOf(let1, rules({ approve: [{ ...small, because: 'Another word for it.' }] }), filed)).toBeNull()
  })

  it('keeps decisions from outside the policy, except what the draft rejects', () => {
    const grantAccessTo = past({ given: 'approved', automatic: 'The template lets it through.', stages: [] })
    expect(changeOf(grantAccessTo, rules({ stages: [lead] }))).toBeNull()
    expect(changeOf(grantAccessTo, rules({ reject: [{ when: 'request.budget > 0.0', because: 'No.' }] }))).toBe('rejectedAtOnce')
    const byRole = past({ given: 'stages', stages: written([{ name: 'As the role says', rule: { kind: 'manager' }, minimum: 1 }]) })
    expect(changeOf(byRole, rules({ approve: [small] }))).toBeNull()
    expect(changeOf(past({ given: 'asked' }), rules({ approve: [small] }))).toBeNull()
    const refused = past({ given: 'approved', status: 'rejected', automatic: 'No.', stages: [] })
    expect(changeOf(refused, rules())).toBe('approvedAtOnce')
  })

  it('fails closed where a condition can’t be evaluated', () => {
    const request = past()
    delete (request.facts.request as Partial<typeof request.facts.request>).budget
    expect(changeOf(request, rules({ approve: [small] }))).toBe('nobodyDecides')
  })

  it('is odd where people decided the other way', () => {
    const risky = noFacts()
    risky.risk.score = 60
    const odd = (request: Partial<PastRequest>, change: Parameters<typeof oddness>[1]) => oddness(past(request), change)
    expect(odd({ status: 'rejected' }, 'approvedAtOnce')).toBe(3)
    expect(odd({ status: 'changes_requested' }, 'approvedAtOnce')).toBe(2)
    expect(odd({ facts: risky }, 'approvedAtOnce')).toBe(2)
    expect(odd({}, 'approvedAtOnce')).toBe(0)
    expect(odd({}, 'rejectedAtOnce')).toBe(3)
    expect(odd({ automatic: 'x' }, 'rejectedAtOnce')).toBe(1)
    expect(odd({}, 'nobodyDecides')).toBe(3)
    expect(odd({ status: 'rejected' }, 'fewerStages')).toBe(2)
  })
})

describe('the waiting time', () => {
  const waits = (request: PastRequest, draft: PolicyRules, usual: [string, number][] = []) =>
    waitsOf(
      request,
      compare(request, rules(), draft),
      new Map(usual.map(([name, median]) => [name, { median, p90: median, decisions: 1 }])),
    )

  it('contains the time of a stage, or the usual time of similar stages', () => {
    expect(waits(past(), rules({ stages: [lead] }))).toEqual({ before: 10, after: 5 })
    expect(waits(past(), rules({ approve: [small] }))).toEqual({ before: 10, after: 0 })
    const security: PolicyStage = { name: 'Security', rule: { kind: 'manager' }, minimum: 1 }
    expect(waits(past(), rules({ stages: [lead, security] }), [['Security', 30]])).toEqual({ before: 10, after: 35 })
    expect(waits(past(), rules({ stages: [lead, security] }))).toEqual({ before: 10, after: null })
  })

  it('ends with the request, and is unknown for a request without a decision', () => {
    const stages = written([lead, owner])
    stages[0]!.status = 'rejected'
    expect(waits(past({ status: 'rejected', closedAt: new Date(at(5)), stages }), rules({ stages: [lead, owner, owner] }))).toEqual({
      before: 5,
      after: 5,
    })
    expect(waits(past({ status: 'expired' }), rules())).toEqual({ before: null, after: null })
  })
})
