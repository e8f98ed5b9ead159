/** Loaded by `--import` into a server whose clock is wrong by CHAOS_CLOCK_MS. */
const aheadMs = Number(process.env.CHAOS_CLOCK_MS)
const RealDate = Date
globalThis.Date = class extends RealDate {
  constructor(...values) {
    if (values.length === 0) super(RealDate.now() + aheadMs)
    else super(...values)
  }
  static now() {
    return RealDate.now() + aheadMs
  }
}
