import { describe, expect, it } from 'vitest'
import { emptySchema, parseSchema, samples, withQuestion } from './schemaText.ts'

describe('readSchema', () => {
  it.each([
    ['{', /valid JSON/],
    ['null', /"type": "object"/],
    ['{"type":"object"}', /"properties"/],
    ['{"type":"object","properties":{}}', /"additionalProperties": false/],
    ['{"type":"object","properties":{"a":{"type":"object"}},"additionalProperties":false}', /“a” needs a type/],
    ['{"type":"object","properties":{"a":{"type":"array"}},"additionalProperties":false}', /“a” is a list/],
  ])('explains the problem of %s', (text, problem) => expect(parseSchema(text).problem).toMatch(problem))

  it('accepts a schema that a form can show', () => expect(parseSchema(JSON.stringify(emptySchema)).value).toEqual(emptySchema))
})

describe('withQuestion', () => {
  it('adds an input of each kind, each with a unique name', () => {
    let text = JSON.stringify(emptySchema)
    for (const kind of [...Object.keys(samples), 'choice']) text = withQuestion(text, kind)
    expect(Object.keys(parseSchema(text).value!.properties)).toEqual([...Object.keys(samples), 'choice2'])
  })

  it('keeps text that can’t be parsed', () => expect(withQuestion('{', 'choice')).toBe('{'))
})
