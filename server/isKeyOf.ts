/** Narrows a value from outside to the keys of a table, because the table can lack it. */
export const isKeyOf = <Table extends object>(table: Table, key: PropertyKey): key is keyof Table => Object.hasOwn(table, key)
