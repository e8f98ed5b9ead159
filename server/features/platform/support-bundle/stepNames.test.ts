import { describe, expect, it } from 'vitest'
import { sourceFiles } from '../../../../scripts/structure.ts'
import { stepNames } from './stepNames.ts'

const server = sourceFiles.filter(({ file }) => file.startsWith('server/') && !/\.(test|fixture)\.ts$/.test(file))

describe('the list of steps that a bundle can contain', () => {
  it('includes every step of the workflows', () => {
    const names = server.flatMap(({ text }) =>
      /\b(?:Step|Workflow)\b|\bstep\(/.test(text)
        ? [...text.matchAll(/\bname: '(\w+)',\s*title:|\bstep\(\s*'(\w+)'/g)].map(([, named, created]) => (named ?? created)!)
        : [],
    )
    expect(names.length).toBeGreaterThan(90)
    expect(names.filter((name) => !stepNames.has(name))).toEqual([])
  })
})
