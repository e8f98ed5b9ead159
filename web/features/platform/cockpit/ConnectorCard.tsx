import { Activity } from 'lucide-react'
import { useState } from 'react'
import type { CallResult } from '../../../api/client.ts'
import { problemOf } from '../../../api/problem.ts'
import { useCall } from '../../../api/useCall.ts'
import { Button } from '../../../ui/Button.tsx'
import { formatDuration, formatNumber, formatPercent } from '../../../ui/format.ts'
import { KeyValues } from '../../../ui/KeyValues.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { Status, type Tone } from '../../../ui/Status.tsx'
import { Countdown, DateTime, RelativeTime } from '../../../ui/Time.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { describeCode } from './describeCode.ts'
import { connectorLabels } from './labels.ts'
import type { Connector } from './types.ts'

const displays: Record<Connector['state'], { tone: Tone; label: string }> = {
  ok: { tone: 'ok', label: 'Healthy' },
  degraded: { tone: 'warn', label: 'Some failures' },
  down: { tone: 'bad', label: 'Not responding' },
  unknown: { tone: 'neutral', label: 'No recent calls' },
}

const nextStepLabels: Partial<Record<Connector['state'], string>> = {
  degraded: 'Some failing',
  down: 'Failing',
  unknown: 'Nothing sent yet',
}

/** Sentences name some services with an article. */
const titleOf = (service: string) => service.replace(/^The ./, (start) => start.slice(4).toUpperCase())

export function ConnectorCard({ connector, canCheck, onChecked }: { connector: Connector; canCheck: boolean; onChecked: () => void }) {
  const {
    service,
    purpose,
    state,
    calls,
    failures,
    p50Ms,
    p95Ms,
    lastGoodAt,
    lastError,
    limits,
    tokenExpiresAt,
    ways,
    checkable,
    endingSupport,
    missing,
  } = connector
  const check = useCall('checkConnector', [])
  const [result, setResult] = useState<CallResult<'checkConnector'>>()
  const checkNow = async () => {
    try {
      setResult(await check.mutateAsync({ params: { service } }))
    } catch (error) {
      toast.bad(`Couldn’t check ${service}`, { description: problemOf(error).message })
    }
    onChecked()
  }
  return (
    <Panel
      className="flex-1"
      title={titleOf(service)}
      description={purpose}
      actions={
        <Status pill tone={displays[state].tone}>
          {(ways && nextStepLabels[state]) ?? (state === 'degraded' && missing.length > 0 ? 'Missing permissions' : displays[state].label)}
        </Status>
      }
      footer={
        canCheck && (
          <>
            <Button
              size="sm"
              icon={Activity}
              loading={check.isPending}
              disabledReason={checkable ? undefined : 'This service has no check that is safe to run.'}
              onClick={() => void checkNow()}
            >
              {connectorLabels.check}
              <span className="sr-only">: {service}</span>
            </Button>
            <span aria-live="polite" className="min-w-0 wrap-anywhere">
              {result && (
                <Status tone={!result.reachable ? 'bad' : result.missing?.length ? 'warn' : 'ok'}>
                  {result.reachable ? `${connectorLabels.responded} ${formatNumber(result.ms)} ms` : 'Check failed'}
                </Status>
              )}
              {result && (result.found || result.code !== null) && (
                <span className="block text-sm text-ink-2">{result.found ?? result.message}</span>
              )}
            </span>
          </>
        )
      }
    >
      <KeyValues
        columns={3}
        items={[
          { label: 'Calls', value: calls === 0 ? 'None' : formatNumber(calls) },
          ...(calls > 0
            ? [
                { label: 'Failed', value: failures === 0 ? 'None' : `${formatNumber(failures)} (${formatPercent(failures / calls)})` },
                { label: 'p50 / p95', value: p50Ms === null ? null : `${formatAge(p50Ms)} / ${formatAge(p95Ms)}` },
              ]
            : []),
          { label: 'Last success', value: lastGoodAt && <RelativeTime at={lastGoodAt} /> },
          ...(ways
            ? [
                {
                  label: 'Channels',
                  value: describeChannels(ways),
                },
                { label: 'Queued', value: ways.waiting === 0 ? 'None' : formatNumber(ways.waiting) },
                ...(ways.oldestWaitingSince ? [{ label: 'Oldest queued', value: <RelativeTime at={ways.oldestWaitingSince} /> }] : []),
                ...(ways.nextTryAt ? [{ label: 'Next attempt in', value: <Countdown until={ways.nextTryAt} passed="a moment" /> }] : []),
              ]
            : []),
          ...(tokenExpiresAt
            ? [{ label: 'Token expires in', value: <Countdown until={tokenExpiresAt} passed="expired (renewed on the next call)" /> }]
            : []),
          ...limits.map((limit) => ({
            label: `Remaining: ${limit.name}`,
            value: (
              <>
                {formatNumber(limit.remaining)}
                {limit.limit !== null && ` of ${formatNumber(limit.limit)}`}
                {limit.resetAt && Date.parse(limit.resetAt) > Date.now() && (
                  <span className="text-ink-2">
                    , resets in <Countdown until={limit.resetAt} passed="a moment" />
                  </span>
                )}
              </>
            ),
          })),
          ...(missing.length > 0
            ? [
                {
                  label: 'Missing permissions',
                  value: (
                    <ul>
                      {missing.map(({ name, scope }) => (
                        <li key={`${name} ${scope}`} className="wrap-anywhere">
                          <Status tone="warn">{name}</Status> <span className="text-ink-2">for {scope}</span>
                        </li>
                      ))}
                    </ul>
                  ),
                  wide: true,
                },
              ]
            : []),
          ...endingSupport.map(({ api, version, endOfSupport }) => ({
            label: 'API version support ends',
            value: (
              <>
                <Status tone="warn">
                  {api} {version}, <DateTime at={endOfSupport} time={false} />
                </Status>{' '}
                <span className="text-ink-2">Update Slipway now.</span>
              </>
            ),
            wide: true,
          })),
          ...(lastError
            ? [
                {
                  label: (
                    <>
                      Last failure, <RelativeTime at={lastError.at} />
                    </>
                  ),
                  value: (
                    <span className={state === 'down' ? 'text-bad' : undefined}>
                      {lastError.message} <span className="text-ink-2">({describeCode(lastError.code, lastError.status)})</span>
                    </span>
                  ),
                  wide: true,
                },
              ]
            : []),
        ]}
      />
    </Panel>
  )
}

function describeChannels({ channels, failing }: { channels: number; failing: number }): string {
  if (failing === 0) return formatNumber(channels)
  return `${formatNumber(channels)} (${formatNumber(failing)} failing)`
}

function formatAge(ms: number | null): string {
  if (ms === null) return '–'
  return ms < 1_000 ? `≤ ${formatNumber(ms)} ms` : `≤ ${formatDuration(ms)}`
}
