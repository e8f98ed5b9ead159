/** Checks that an unchecked value is a key of the table, and narrows its type. */
export const isKeyOf = <Table extends object>(table: Table, key: PropertyKey): key is keyof Table => Object.hasOwn(table, key)
