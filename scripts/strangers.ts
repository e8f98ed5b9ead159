import { readFileSync, writeFileSync } from 'node:fs'
import type { Call } from '../test/keptCalls.ts'
import { rowsOf, strangersPage } from '../test/strangers/page.ts'

// Writes `docs/strangers.md` from the calls that the last test run recorded.
const calls = JSON.parse(readFileSync(new URL('../test/results/calls.json', import.meta.url), 'utf8')) as Call[]
writeFileSync(new URL('../docs/strangers.md', import.meta.url), strangersPage(rowsOf(calls)))
