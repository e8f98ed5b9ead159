import { describe, expect, it } from 'vitest'
import { cpuTimeMs } from '../../../../test/effort.ts'
import { parseStoreNumbers, writeStores } from './parseStoreNumbers.ts'

const numbers = (text: string, selectedColumn?: number) =>
  parseStoreNumbers(text, selectedColumn).lines.map(({ storeNumber }) => storeNumber)

describe('readStores', () => {
  it('reads numbers in one line, one per line and in columns, including errors and duplicates', () => {
    expect(numbers(' 1001\r\n\r\n10x2\n1001 \n')).toEqual(['1001', '10x2', '1001'])
    expect(numbers('1001, 1002; 1003')).toEqual(['1001', '1002', '1003'])
    expect(numbers('1001, 10x2, 1003,')).toEqual(['1001', '10x2', '1003'])
    expect(numbers('1001 1002\n1003')).toEqual(['1001', '1002', '1003'])
    expect(numbers('1001 1002 leeds 1003')).toEqual(['1001', '1002', 'leeds', '1003'])
    expect(numbers('1001\t1002\n1003\t1004\n1005\t10x6')).toEqual(['1001', '1002', '1003', '1004', '1005', '10x6'])
    expect(numbers('Leeds Crossgates\n1002')).toEqual(['Leeds Crossgates', '1002'])
    expect(numbers('')).toEqual([])
  })

  it('finds the column of a table by its name, or uses the selected one', () => {
    const table = 'Town;Store No.;Old number\n"Leeds; West";1001;77\nYork;1002;\n;;\n'
    expect(parseStoreNumbers(table)).toEqual({
      lines: [{ storeNumber: '1001' }, { storeNumber: '1002' }],
      table: { columns: ['Town', 'Store No.', 'Old number'], numbers: 1, regions: undefined },
    })
    expect(numbers(table, 2)).toEqual(['77'])
  })

  it('finds the numbers without a named column, and leaves out a single column’s heading', () => {
    expect(parseStoreNumbers('Leeds,1001,x\nYork,1002,y').table).toEqual({
      columns: ['Column 1', 'Column 2', 'Column 3'],
      numbers: 1,
      regions: undefined,
    })
    expect(parseStoreNumbers('where,which\nLeeds,1001\nYork,1002').table).toMatchObject({ columns: ['where', 'which'], numbers: 1 })
    expect(numbers('Store number\n1001\n1002')).toEqual(['1001', '1002'])
    expect(numbers('Store number\n1001 1002 leeds\n1003')).toEqual(['1001', '1002', 'leeds', '1003'])
  })

  it('reads Azure regions, and formats the same text', () => {
    const { lines } = parseStoreNumbers('store,azure region\n1001,UK West\n1002,')
    expect(lines).toEqual([{ storeNumber: '1001', region: 'ukwest' }, { storeNumber: '1002' }])
    expect(parseStoreNumbers(writeStores(lines)).lines).toEqual(lines)
    expect(parseStoreNumbers(writeStores([{ storeNumber: '1001' }, { storeNumber: 'x1' }])).lines).toEqual([
      { storeNumber: '1001' },
      { storeNumber: 'x1' },
    ])
  })

  it('reads five thousand numbers within a time limit', () => {
    const text = Array.from({ length: 5_000 }, (_, index) => String(1000 + index)).join('\n')
    expect(cpuTimeMs(() => expect(numbers(text)).toHaveLength(5_000))).toBeLessThan(2_000)
  })
})
