import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Check, runTool } from './deployTools.ts'

const unit = 'deploy/systemd/slipway.service'
const needs = { 'systemd-analyze': 'use a computer with systemd 250 or later' }
/**
 * Largest accepted exposure in tenths, from 0 to 100; lower is better. The IP address filter depends on the site, and
 * without it no exposure is much lower.
 */
const maxExposure = 20

/** The unit's path of Node doesn't exist on this machine, so a copy of the unit names the running Node. */
async function withCopy(callback: (file: string) => Promise<string[]>): Promise<string[]> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'slipway-unit-'))
  try {
    const file = path.join(folder, 'slipway.service')
    writeFileSync(file, readFileSync(unit, 'utf8').replaceAll('/opt/slipway/bin/node', process.execPath))
    return await callback(file)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

export const unitChecks: Check[] = [
  {
    name: 'systemd: unit',
    needs,
    run: (tools) =>
      withCopy(async (file) => {
        const { code, output } = await runTool(tools['systemd-analyze']!, ['verify', '--man=no', '--recursive-errors=no', file])
        const findings = output.split('\n').filter((line) => line.includes(path.basename(unit)))
        return findings.length > 0 ? findings : code === 0 ? [] : [output]
      }),
  },
  {
    name: 'systemd: hardening',
    needs,
    run: (tools) =>
      withCopy(async (file) => {
        const args = ['security', '--offline=true', `--threshold=${maxExposure}`, '--no-pager', file]
        const { code, output } = await runTool(tools['systemd-analyze']!, args)
        return code === 0 ? [] : [output]
      }),
  },
]
