/** Joins class names; falsy parts are left out. `cx('a', open && 'b')` */
export function cx(...parts: (string | false | null | undefined)[]): string {
  return parts.filter(Boolean).join(' ')
}
