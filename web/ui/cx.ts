/** Joins class names and ignores falsy parts: `cx('a', open && 'b')`. */
export function cx(...parts: (string | false | null | undefined)[]): string {
  return parts.filter(Boolean).join(' ')
}
