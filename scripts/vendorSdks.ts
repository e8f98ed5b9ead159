import { readFileSync, writeFileSync } from 'node:fs'
import type { Call } from '../test/recordedCalls.ts'
import { rowsOf, vendorSdksPage } from '../test/vendor-sdks/page.ts'

// Writes `docs/vendor-sdks.md` from the calls that the last test run recorded.
const calls = JSON.parse(readFileSync(new URL('../test/results/calls.json', import.meta.url), 'utf8')) as Call[]
writeFileSync(new URL('../docs/vendor-sdks.md', import.meta.url), vendorSdksPage(rowsOf(calls)))
