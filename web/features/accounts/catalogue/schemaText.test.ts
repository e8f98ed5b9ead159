import { describe, expect, it } from 'vitest'
import { emptySchema, readSchema, samples, withQuestion } from './schemaText.ts'

describe('readSchema', () => {
  it.each([
    ['{', /valid JSON/],
    ['null', /"type": "object"/],
    ['{"type":"object"}', /"properties"/],
    ['{"type":"object","properties":{}}', /"additionalProperties": false/],
    ['{"type":"object","properties":{"a":{"type":"object"}},"additionalProperties":false}', /“a” needs a type/],
    ['{"type":"object","properties":{"a":{"type":"array"}},"additionalProperties":false}', /“a” is a list/],
  ])('%s', (text, problem) => expect(readSchema(text).problem).toMatch(problem))

  it('takes what a form can be drawn from', () => expect(readSchema(JSON.stringify(emptySchema)).value).toEqual(emptySchema))
})

describe('withQuestion', () => {
  it('adds one of each kind, under a name of its own', () => {
    let text = JSON.stringify(emptySchema)
    for (const kind of [...Object.keys(samples), 'choice']) text = withQuestion(text, kind)
    expect(Object.keys(readSchema(text).value!.properties)).toEqual([...Object.keys(samples), 'choice2'])
  })

  it('leaves alone what cannot be read', () => expect(withQuestion('{', 'choice')).toBe('{'))
})
