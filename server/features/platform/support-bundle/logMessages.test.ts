import { describe, expect, it } from 'vitest'
import { sourceFiles } from '../../../../scripts/structure.ts'
import { readyMessage } from '../../../listen.ts'
import { logMessages } from './logMessages.ts'

const calls = /\blog(?:ger)?\.(?:debug|info|warn|error|fatal)\(/g
const server = sourceFiles.filter(({ file }) => file.startsWith('server/') && !/\.(test|fixture)\.ts$/.test(file))

function callAt(text: string, start: number): string {
  let depth = 0
  for (let at = text.indexOf('(', start); at < text.length; at++) {
    if (text[at] === '(') depth += 1
    else if (text[at] === ')' && --depth === 0) return text.slice(start, at + 1)
  }
  return text.slice(start)
}

describe('the list of messages that a bundle can contain', () => {
  it('includes every fixed text that the server logs', () => {
    const logged = server.flatMap(({ text }) =>
      [...text.matchAll(calls)].flatMap(({ index }) =>
        [...callAt(text, index).matchAll(/'((?:[^'\\\n]|\\.)*)'/g)].map(([, message]) => message!),
      ),
    )
    expect(logged.length).toBeGreaterThan(40)
    expect([readyMessage, ...logged].filter((message) => !logMessages.has(message))).toEqual([])
  })
})
