import { existsSync, lstatSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountId, loggedMessage, runId } from './supportBundle.fixture.ts'
import { openSupportWorld, type SupportWorld } from './supportWorld.fixture.ts'

let support: SupportWorld
beforeAll(async () => {
  support = await openSupportWorld()
})
afterAll(() => support.close())

describe('slipway support-bundle', () => {
  it('exits with 0 and includes every part when everything responds', async () => {
    const { code, error, file, files, json, statuses } = await support.bundle()
    expect({ code, error, statuses: new Set(Object.values(statuses)) }).toEqual({ code: 0, error: '', statuses: new Set(['included']) })
    expect(lstatSync(file).mode & 0o777).toBe(0o600)
    expect(Object.keys(files).toSorted()).toEqual(['manifest.json', ...Object.keys(statuses)].toSorted())
    expect(json('manifest.json')).toMatchObject({
      complete: true,
      host: { slipway: expect.stringMatching(/^\d+\./), node: process.versions.node },
    })
    expect(json('schema.json').migrations.at(-1).name).toMatch(/^\d{4}_/)
    expect(json('database.json').version).toBeGreaterThan(100_000)
    expect(json('database.json').tables.find(({ name }: { name: string }) => name === 'public.people')).toMatchObject({
      rows: expect.any(Number),
    })
    expect(json('statements.json').slow[0]).toMatchObject({ count: 1, operation: 'job expireAccess' })
    expect(json('statements.json').pgStatStatements[0]).toMatchObject({ calls: 1 })
    expect(json('changed-settings.json').changed).toContainEqual(expect.objectContaining({ name: 'notificationDays', value: 90 }))
    expect(json('connectors.json').connectors).toContainEqual(
      expect.objectContaining({
        service: 'Azure',
        failures: 3,
        lastError: { at: expect.any(String), code: 'AuthorizationFailed', status: 403 },
      }),
    )
    expect(json('queues.json').lastErrors).toEqual([
      { queue: 'groupAlerts', type: 'Error', code: 'ETIMEDOUT', codes: ['ECONNREFUSED'], at: expect.any(String) },
    ])
    expect(json('queues.json').schedules).toContainEqual(
      expect.objectContaining({ name: 'expireAccess', failures: 4, codes: ['AADSTS700016'] }),
    )
    expect(json('stuck-work.json').stuck).toContainEqual(
      expect.objectContaining({
        kind: 'run',
        runKind: 'buildAccount',
        step: 'createSubscription',
        service: 'Azure',
        code: 'QuotaExceeded',
        count: 1,
        runs: [runId],
      }),
    )
    expect(json('invariants.json').invariants[0]).toMatchObject({
      name: 'access-drift-decision-is-by-another',
      violations: 2,
      couldBeChecked: false,
    })
    expect(json('doctor.json').checks).toContainEqual({ id: 'database/schema', status: 'ok' })
    expect(files['metrics.txt']).toBe('slipway_runs{kind="buildAccount",status="failed"} 7\nnodejs_heap_size_used_bytes 1000\n')
    const log = files['log.jsonl']!.trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(log[0]).toMatchObject({
      level: 'warn',
      msg: loggedMessage,
      run: runId,
      account: accountId,
      errorType: 'ExternalError',
      errorCode: 'ECONNRESET',
    })
    expect(log[1]).toMatchObject({ operation: 'getMe', method: 'GET', status: 500, responseTime: 12 })
  })

  it('exits with 1 and includes the other parts while server and database are down', async () => {
    const down = 'postgres://planted-user:planted-Passw0rd!@127.0.0.1:1/planted'
    const settings = { DATABASE_URL: down, DATABASE_MIGRATION_URL: undefined, SLIPWAY_OPS_PORT: '1' }
    const { code, out, text, json, withStatus } = await support.bundle(settings)
    expect([code, withStatus('included')]).toEqual([1, ['settings.json', 'log.jsonl', 'doctor.json']])
    expect(json('manifest.json')).toMatchObject({
      complete: false,
      parts: expect.arrayContaining([{ name: 'queues.json', status: 'missing', code: 'ECONNREFUSED' }]),
    })
    expect(json('doctor.json').checks).toContainEqual({ id: 'database/connection/DATABASE_URL', status: 'failed' })
    expect(out).toContain('queues.json (ECONNREFUSED)')
    expect(text).not.toMatch(/planted/)
  })

  it('doesn’t create a database if there is none', async () => {
    const data = path.join(support.dir, 'empty')
    const { code, statuses } = await support.bundle({
      DATABASE_URL: undefined,
      DATABASE_MIGRATION_URL: undefined,
      SLIPWAY_DATA: data,
    })
    expect([code, statuses['schema.json'], statuses['log.jsonl']]).toEqual([1, 'missing', 'absent'])
    expect(existsSync(path.join(data, 'postgres'))).toBe(false)
  })

  it('includes the last lines of a named log or standard input, and exits with 1 if it can’t read the log', async () => {
    const { code, files } = await support.bundle({}, '--log', path.join(support.dir, 'server.log'), '--lines', '1')
    expect([code, files['log.jsonl']!.split('\n').length]).toEqual([0, 2])
    const piped = await support.bundle({}, '--log', '-', '--lines', '1')
    expect([piped.code, piped.json('log.jsonl')]).toEqual([0, expect.objectContaining({ msg: loggedMessage, run: runId })])
    const missing = await support.bundle({}, '--log', path.join(support.dir, 'nowhere'))
    expect([missing.code, missing.withStatus('missing')]).toEqual([1, ['log.jsonl']])
  })

  it('exits with 2 and writes nothing for wrong arguments, and doesn’t replace a file by mistake', async () => {
    const names = readdirSync(support.dir)
    for (const args of [
      [],
      ['a', 'b'],
      ['--wrong', 'a'],
      ['--lines', '0', 'a'],
      [path.join(support.dir, 'server.log')],
      [path.join(support.dir, 'none', 'a')],
    ])
      expect(await support.run(args)).toMatchObject({ code: 2, out: '' })
    expect(readdirSync(support.dir)).toEqual(names)
    const { code, out } = await support.run([support.dir])
    expect([code, out]).toEqual([0, expect.stringMatching(/slipway-support-\d{8}T\d{6}Z\.tar\.gz/)])
  })
})
