import { beforeAll, describe, expect, it } from 'vitest'
import { type Item, isProse } from './prose.ts'
import { commitSubjects } from './wordSources.ts'
import {
  check,
  count,
  differences,
  type Finding,
  findBrokenRules,
  glossaryRules,
  isConventional,
  readRemaining,
  wordsOfName,
} from './words.ts'

const names = (kind: Item['kind'], text: string) => findBrokenRules({ kind, text }).map(({ name }) => name)

describe('words', () => {
  let result: ReturnType<typeof check>
  beforeAll(() => {
    result = check()
  })

  it('reads texts, pages, comments, names and test titles of the whole repository', () => {
    const counts = Object.entries(Object.groupBy(result.items, ({ kind }) => kind)).map(([kind, subset]) => [kind, subset.length > 1_000])
    expect(Object.fromEntries(counts)).toMatchObject({ texts: true, pages: true, comments: true, identifiers: true, titles: true })
  })

  it('has exactly as many violations as scripts/wordsRemaining.json lists', () => {
    expect(differences(count(result.findings, result.untyped), readRemaining())).toEqual([])
  })

  it('has commit subjects that follow Conventional Commits, of at most 72 characters', () => {
    expect(commitSubjects().filter((subject) => !isConventional(subject))).toEqual([])
  })
})

describe('rules', () => {
  it('finds a word of the glossary with its endings, in names word by word', () => {
    expect(names('texts', 'The finding was mended.')).toEqual(['mend'])
    expect(names('identifiers', 'callOff')).toEqual(['call off'])
    expect(names('identifiers', 'mostWords')).toEqual(['words', 'most'])
    expect(names('texts', 'most words')).toEqual([])
    expect(names('texts', 'A recommendation, amended.')).toEqual([])
    expect(names('identifiers', 'retiredAccount')).toEqual(['retired account'])
    expect(names('texts', 'Set the configuration item to Retired')).toEqual([])
    expect(names('identifiers', 'learnManagers')).toEqual(['ask as prefix'])
    expect(names('identifiers', 'learnMoreLink')).toEqual([])
  })

  it('applies a pattern only to its kinds', () => {
    expect(names('texts', 'Nobody decides on an own request.')).toEqual(['indefinite pronoun', 'own request'])
    expect(names('comments', 'What is left out.')).toEqual(['start of comment'])
    expect(names('texts', 'What is left out.')).toEqual([])
    expect(names('texts', 'In May')).toEqual([])
    expect(names('titles', 'it on a group that is gone')).toEqual(['verb after it'])
    expect(names('titles', 'it owners who left are notified')).toEqual(['verb after it'])
    expect(names('titles', 'it denies owners who left')).toEqual([])
  })

  it('reads every row of the glossary that names words to avoid', () => {
    const page =
      "| On screen | Meaning | In code | Don't write |\n|---|---|---|---|\n| Fix | To correct. | `fix` | mend, `tidyUp` |\n| Run | Work. | `run` | |"
    expect(glossaryRules(page).map(({ name, kinds, instead }) => [name, kinds.length, instead])).toEqual([
      ['mend', 5, 'Fix'],
      ['tidyUp', 1, 'Fix'],
    ])
  })

  it.each([
    ['mayBeHad', 'may be had'],
    ['told_at', 'told at'],
    ['PIMRole2Take', 'pimrole2 take'],
  ])('splits %s into words', (name, words) => {
    expect(wordsOfName(name)).toBe(words)
  })

  it.each([
    ['Approval policy', true],
    ['Approved', true],
    ['as in the repository', true],
    ['flex items-center gap-2', false],
    ['account_requests as r', false],
    ['select id from accounts where name = $1', false],
    ['application/json', false],
  ])('treats %s as prose: %s', (text, expected) => {
    expect(isProse(text)).toBe(expected)
  })

  it.each([
    ['fix(approvals): withdraw what has ended', true],
    ['feat!: drop the old route', true],
    ['Fix approvals', false],
    [`docs: ${'x'.repeat(67)}`, false],
  ])('checks the commit subject %s: %s', (subject, expected) => {
    expect(isConventional(subject)).toBe(expected)
  })

  it('lists higher and lower counts', () => {
    const finding = (kind: Item['kind'], rule: string): Finding => ({ kind, rule, file: 'a.ts', line: 1, text: '' })
    const now = count([finding('texts', 'mend'), finding('comments', 'anew')], [])
    const allowed = count([finding('comments', 'anew'), finding('comments', 'anew')], [])
    expect(differences(now, allowed)).toEqual([
      { place: 'texts: mend', now: 1, allowed: 0 },
      { place: 'comments: anew', now: 1, allowed: 2 },
    ])
  })
})
