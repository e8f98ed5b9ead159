import { cx } from '../../../ui/cx.ts'

const tones: Record<string, string> = { GET: 'text-info', POST: 'text-ok', PATCH: 'text-warn', PUT: 'text-warn', DELETE: 'text-bad' }

/** The width is fixed, so that the paths are aligned. */
export function Method({ method }: { method: string }) {
  return <span className={cx('inline-block w-12 shrink-0 font-mono text-xs font-semibold', tones[method])}>{method}</span>
}
