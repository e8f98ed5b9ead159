export const emptyCell = <span className="text-ink-3">–</span>
