import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Exchange } from '../simulator/core/exchangeLog.ts'
import { kindOf } from './recordedExchanges.ts'
import { wireValidator } from './wire.ts'
import { reasonFor } from './withoutSpecification.ts'

// `node test/validateExchanges.ts <folder>` runs in its own process at the end of all tests.
const dir = process.argv[2] ?? ''
const kinds = new Map<string, Exchange>()
for (const name of readdirSync(dir)) {
  for (const line of readFileSync(path.join(dir, name), 'utf8').split('\n').filter(Boolean)) {
    const exchange = JSON.parse(line) as Exchange
    kinds.set(kindOf(exchange), exchange)
  }
}
const verdict = kinds.size > 0 ? await (await wireValidator())?.validator([...kinds.values()]) : undefined
if (verdict) {
  const { validated, notValidated, violations } = verdict
  console.log(
    `wire: ${validated} kinds of exchange judged, ${notValidated.length} not in the specifications, ${violations.length} against them`,
  )
  for (const violation of violations) console.log(JSON.stringify(violation))
  const unexplained = notValidated.map(kindOf).filter((kind) => reasonFor(kind) === undefined)
  for (const kind of unexplained) console.log(`No specification holds this, and test/withoutSpecification.ts has no reason why: ${kind}`)
  process.exit(violations.length + unexplained.length > 0 ? 1 : 0)
}
