import { byteOrderMark } from '../../../core/vocabulary/csv-cell.ts';

/** Downloads a CSV file. */
export function saveCsv(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([`${byteOrderMark}${text}`], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
