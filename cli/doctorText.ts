import type { DoctorCheck } from '../server/features/platform/doctor/schemas.ts'

const marks: Record<DoctorCheck['status'], string> = { ok: '✓', unverified: '!', warning: '!', failed: '✗', unknown: '!' }
const worstFirst: readonly DoctorCheck['status'][] = ['failed', 'unknown', 'warning', 'unverified', 'ok']

export function doctorText(checks: readonly DoctorCheck[]): string {
  const lines = [...Map.groupBy(checks, ({ category }) => category)].flatMap(([category, all]) => {
    const worst = worstFirst.find((status) => all.some((check) => check.status === status))!
    const counts = worstFirst.flatMap((status) => {
      const count = all.filter((check) => check.status === status).length
      return count > 0 ? [`${count} ${statusLabels[status]}`] : []
    })
    return [`${marks[worst]} ${category}: ${counts.join(', ')}`, ...describeFailed(all), ...describeOthers(all)]
  })
  return `${lines.join('\n')}\n${summary(checks)}\n`
}

const statusLabels: Record<DoctorCheck['status'], string> = {
  ok: 'ok',
  unverified: 'not verified',
  warning: 'with a warning',
  failed: 'missing',
  unknown: 'not checked',
}

function describeFailed(checks: readonly DoctorCheck[]): string[] {
  const failed = checks.filter(({ status }) => status === 'failed')
  const byGrant = Map.groupBy(failed, ({ command, steps }) => `${command ?? ''}\n${steps ?? ''}`)
  return [...byGrant.values()].flatMap((group) => [
    ...group.flatMap(({ title, scope, without, detail }) => [
      `    ✗ ${title}${scope ? ` (${scope})` : ''}`,
      ...(detail ? [`      ${detail}`] : []),
      ...(without ? [`      Without it: ${without}.`] : []),
    ]),
    ...(group[0]!.command ? ['      Grant the permission:', ...group[0]!.command.split('\n').map((line) => `      $ ${line}`)] : []),
    ...(group[0]!.steps ? [`      ${group[0]!.steps}`] : []),
  ])
}

function describeOthers(checks: readonly DoctorCheck[]): string[] {
  const others = checks.filter(({ status }) => status === 'unknown' || status === 'warning' || status === 'unverified')
  const byDetail = Map.groupBy(others, ({ detail, status }) => `${status} ${detail ?? ''}`)
  return [...byDetail.values()].flatMap((group) => [
    `    ! ${group.map(({ title }) => title).join(', ')}`,
    ...(group[0]!.detail ? [`      ${group[0]!.detail}`] : []),
  ])
}

function summary(checks: readonly DoctorCheck[]): string {
  const failed = checks.filter(({ status }) => status === 'failed').length
  const unknown = checks.filter(({ status }) => status === 'unknown').length
  if (failed > 0) return `${failed} missing or wrong.`
  return unknown > 0 ? `Nothing is missing as far as Slipway could check, but ${unknown} could not be checked.` : 'Nothing is missing.'
}
