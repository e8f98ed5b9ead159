import { describe, expect, it } from 'vitest'
import { bandLabels } from '../../platform/estate/estateLabels.ts'
import {
  describePoints,
  describeScore,
  type HealthPart,
  healthBand,
  partStateLabels,
  responsibleLabel,
  scoreTone,
  summaryOf,
} from './healthLabels.ts'

const part = (state: HealthPart['state']) => ({ state }) as HealthPart

describe('a health score', () => {
  it('shows the number of known points, and is good only if all are known', () => {
    expect(describePoints({ score: 74, known: 100 })).toMatch(/^74 .*100 /)
    expect(describePoints({ score: 100, known: 65 })).toMatch(/^65 .*65 /)
    expect(describePoints({ score: 91, known: 65 })).toMatch(/^59 .*65 /)
    expect(scoreTone({ score: 100, known: 100 })).toBe('ok')
    expect(scoreTone({ score: 100, known: 65 })).toBe('neutral')
    expect(scoreTone({ score: 80, known: 65 })).toBe('warn')
    expect(scoreTone({ score: 40, known: 65 })).toBe('bad')
  })

  it('is a percentage with the band of the estate, which differs if a part is unknown', () => {
    expect(describeScore({ score: 74, known: 100 })).toBe('74%')
    expect(describeScore({ score: 91, known: 65 })).toMatch(/^91% ./)
    const { good, goodIncomplete, attention, poor, notAssessed } = bandLabels
    expect([100, 65].map((known) => healthBand({ score: 91, known }))).toEqual([good.label, goodIncomplete.label])
    expect([89, 75, 74].map((score) => healthBand({ score, known: 100 }))).toEqual([attention.label, attention.label, poor.label])
    expect(partStateLabels.unknown).toBe(notAssessed.label)
  })

  it('doesn’t name the reader', () => {
    const owner = { role: 'owners', person: { id: '1', displayName: 'Daniel Okoro' } } as HealthPart['owner']
    expect(responsibleLabel(owner, '2')).toContain('Daniel Okoro')
    expect(responsibleLabel(owner, '1')).not.toContain('Daniel Okoro')
  })

  it('counts poor, mediocre and unassessed components, and shows no number if all are good', () => {
    expect(summaryOf([part('good')])).not.toMatch(/\d/)
    expect(summaryOf([part('good'), part('unknown'), part('pending'), part('pending')])).toMatch(/^3 /)
    expect(summaryOf([part('bad'), part('attention'), part('unknown')]).match(/\d/g)).toEqual(['1', '1', '1'])
  })
})
