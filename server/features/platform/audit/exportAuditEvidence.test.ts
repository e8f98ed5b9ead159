import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditVerify } from '../../../../cli/auditVerify.ts'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { auditKey } from '../../../audit/auditKey.ts'
import { parseCheckpoint, signCheckpoint } from '../../../audit/checkpoint.ts'
import { evidenceProblems, readEvidence } from '../../../audit/evidence.ts'
import { verifyChain } from '../../../audit/verifyChain.ts'
import { niamh, systemActionsWithCode } from './events.fixture.ts'

let app: TestApp
let evidence: string
const file = path.join(tmpdir(), `slipway-evidence-${process.pid}.jsonl`)
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  await systemActionsWithCode(app, 'AUDF')
  evidence = (await niamh(app).get('/audit/export.evidence.jsonl')).body
})
afterAll(async () => {
  rmSync(file, { force: true })
  await app.close()
})

const verify = async (text: string) => {
  writeFileSync(file, text)
  return verifyChain(await readEvidence(file), { keys: [auditKey(app.config)] })
}
const lines = () => evidence.trimEnd().split('\n')
const omitLine = (index: number) => `${lines().toSpliced(index, 1).join('\n')}\n`

describe('exportAuditEvidence', () => {
  it('exports enough to verify the whole chain with the public key alone', async () => {
    const events = lines().filter((line) => line.startsWith('{"type":"event"')).length
    expect(await verify(evidence)).toMatchObject({ outcome: 'sound', events, lastSeq: events, findings: [] })
  })

  it('reveals a changed letter and a missing event', async () => {
    expect((await verify(evidence.replace('Tower AUDF', 'Tower AUDX'))).findings).toMatchObject([{ kind: 'changed', part: 'what' }])
    const firstEventIndex = lines().findIndex((line) => line.startsWith('{"type":"event"'))
    const left = omitLine(firstEventIndex + 1).replace(/("links":)(\d+)/, (_, name, links) => `${name}${Number(links) - 1}`)
    expect((await verify(left)).findings).toMatchObject([{ kind: 'missing', seq: 2 }])
  })

  it('fails verification if it is truncated or a different file', async () => {
    const truncated = [omitLine(lines().length - 1), omitLine(lines().length - 2)]
    for (const text of truncated)
      await expect(verify(text)).rejects.toThrow(evidenceProblems.truncated(file, text.trimEnd().split('\n').length))
    await expect(verify('{"a":1}\n')).rejects.toThrow(evidenceProblems.unknownForm(file))
  })

  it('matches external checkpoints in any order', async () => {
    writeFileSync(file, evidence)
    const stored = lines().flatMap((line) => (line.startsWith('{"type":"checkpoint"') ? (parseCheckpoint(line) ?? []) : []))
    const keys = [auditKey(app.config)]
    expect(stored.length).toBeGreaterThan(0)
    const lastCheckpoint = stored.at(-1)!
    const otherCheckpoint = { ...lastCheckpoint, hash: 'ab'.repeat(32) }
    const signedCheckpoint = signCheckpoint(
      auditKey(app.config),
      { seq: lastCheckpoint.seq, hash: otherCheckpoint.hash, previous: lastCheckpoint.previous ?? 0 },
      new Date(),
    )
    // In turn, the checkpoint that contradicts the chain comes after and before the equal checkpoints.
    const externalCheckpoints = [[...stored].reverse(), [signedCheckpoint], stored, [{ ...stored[0]! }]]
    const verification = await verifyChain(await readEvidence(file), { keys, elsewhere: externalCheckpoints })
    expect(verification.findings).toMatchObject([{ kind: 'changed', seq: lastCheckpoint.seq, part: 'checkpoint' }])
    expect(verification.checkpoints).toBe(stored.length)
    await expect(
      verify(
        `${[lines()[0], ...stored.map((each) => JSON.stringify({ type: 'checkpoint', ...each })), JSON.stringify({ type: 'checkpoint', ...stored[0] })].join('\n')}\n`,
      ),
    ).rejects.toThrow(/^Line 3 of /)
  })

  it('can be verified by the command-line tool', async () => {
    writeFileSync(file, evidence)
    const key = `${file}.pem`
    const silentStream = { write: () => {} }
    const expectedMessage = { out: silentStream, error: silentStream }
    writeFileSync(key, auditKey(app.config).publicPem)
    expect(await auditVerify(['--file', file, '--public-key', key, '--output', 'json'], {}, expectedMessage)).toBe(0)
    expect(await auditVerify(['--file', file], {}, expectedMessage)).toBe(2)
    rmSync(key)
  })

  roleSuite(
    'exportAuditEvidence',
    () => app,
    () => ({ path: '/audit/export.evidence.jsonl' }),
  )

  it('rejects a filter', async () => {
    expect((await niamh(app).get('/audit/export.evidence.jsonl?filter=outcome==denied')).status).toBe(400)
  })
})
