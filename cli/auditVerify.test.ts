import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AuditTrail, newKey, openAuditTrail } from '../server/audit/audit.fixture.ts'
import { auditVerify, fileProblems, verdicts } from './auditVerify.ts'

let auditTrail: AuditTrail
const dir = mkdtempSync(path.join(tmpdir(), 'slipway-cli-'))
const file = (name: string, text: string) => {
  const location = path.join(dir, name)
  writeFileSync(location, text)
  return location
}
beforeAll(async () => {
  auditTrail = await openAuditTrail()
  await auditTrail.write(5)
  await auditTrail.chain()
})
afterAll(async () => {
  rmSync(dir, { recursive: true })
  await auditTrail.close()
})

async function run(args: string[], env: Record<string, string> = { DATABASE_URL: auditTrail.url }) {
  const output = { out: '', error: '' }
  const captureTo = (name: 'out' | 'error') => ({
    write: (text: string) => {
      output[name] += text
    },
  })
  const code = await auditVerify(args, env, { out: captureTo('out'), error: captureTo('error') })
  return { code, ...output }
}

describe('slipway audit verify', () => {
  it('exits with 0 and prints what it checked when the trail is intact', async () => {
    const key = file('key.pem', auditTrail.key.publicPem)
    const { code, out } = await run(['--public-key', key])
    expect(code).toBe(0)
    expect(out).toMatch(new RegExp(`${verdicts.sound}\n  5 .* 5,`))
    expect(out).toContain('--checkpoints')
    const json = await run(['--public-key', key, '--output', 'json'])
    expect(JSON.parse(json.out)).toMatchObject({ outcome: 'sound', events: 5, signedTo: 5 })
  })

  it('reads the database URL and the key from files, as in a container', async () => {
    const env = { DATABASE_URL_FILE: file('url', `${auditTrail.url}\n`), SLIPWAY_AUDIT_KEY_FILE: file('own.pem', auditTrail.key.publicPem) }
    expect(await run([], env)).toMatchObject({ code: 0 })
  })

  it('trusts only the keys named on the command line', async () => {
    const { code, out } = await run(['--public-key', file('other.pem', newKey().publicPem), '--output', 'json'])
    expect([code, JSON.parse(out).findings[0]]).toEqual([1, expect.objectContaining({ kind: 'forged', part: 'checkpoint' })])
    expect(await run([])).toMatchObject({ code: 2, error: expect.stringContaining('--public-key') })
  })

  it('exits with 1 and prints where the trail was changed, even if only external checkpoints show it', async () => {
    const key = file('key.pem', auditTrail.key.publicPem)
    const checkpoints = file('kept.jsonl', (await auditTrail.signed()).map((each) => `${JSON.stringify(each)}\n`).join(''))
    await auditTrail.intruder.query(`delete from audit_events where id = (select event_id from audit_chain where seq = 5);
      delete from audit_chain where seq = 5; delete from audit_checkpoints`)
    expect((await run(['--public-key', key])).code).toBe(0)
    const { code, out } = await run(['--public-key', key, '--checkpoints', checkpoints])
    expect([code, out]).toEqual([1, expect.stringContaining(verdicts.changed)])
    const json = await run(['--public-key', key, '--checkpoints', checkpoints, '--output', 'json'])
    expect(JSON.parse(json.out)).toMatchObject({ checkpoints: 1, elsewhere: 1, findings: [{ kind: 'cut' }] })
    expect(out).toContain(JSON.parse(json.out).findings[0].message)
  })

  it('exits with 2 when it could not check', async () => {
    const key = file('key.pem', auditTrail.key.publicPem)
    expect(await run(['--public-key', key], {})).toMatchObject({ code: 2, error: expect.stringContaining('DATABASE_URL') })
    expect(await run(['--file', '/nowhere', '--public-key', key])).toMatchObject({ code: 2 })
    for (const [name, explanation] of [
      ['empty.jsonl', fileProblems.noCheckpoints],
      ['../nowhere', fileProblems.unreadable],
    ] as const) {
      const location = name === 'empty.jsonl' ? file(name, 'nothing of the kind\n') : path.join(dir, name)
      expect(await run(['--public-key', key, '--checkpoints', location])).toMatchObject({
        code: 2,
        error: expect.stringContaining(explanation(location)),
      })
    }
    expect(await run(['--wrong'])).toMatchObject({ code: 2 })
    expect(await run(['--public-key', key, '--output', 'xml'])).toMatchObject({ code: 2, error: expect.stringContaining('--output') })
  })
})
