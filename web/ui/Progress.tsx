/** `value` is from 0 to 1, or null if unknown. `<Progress label="Stores" value={0.4} text="40 of 100" />` */
export function Progress({ label, value, text }: { label: string; value: number | null; text?: string }) {
  return (
    <div>
      <div className="mb-1 flex justify-between gap-3 text-sm">
        <span>{label}</span>
        {text && <span className="text-ink-2 tabular-nums">{text}</span>}
      </div>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={value === null ? undefined : Math.round(value * 100)}
        aria-valuetext={text}
        className="h-1.5 overflow-hidden rounded-full bg-line"
      >
        <div
          className={value === null ? 'pulse h-full w-2/5 bg-accent' : 'h-full bg-accent transition-[width] duration-(--calm)'}
          style={value === null ? undefined : { width: `${value * 100}%` }}
        />
      </div>
    </div>
  )
}
