import { byteOrderMark } from '../../../core/vocabulary/csv-cell.ts';

/** Downloads a CSV file. */
export function saveCsv(name: string, text: string): void {
  saveText(name, `${byteOrderMark}${text}`, 'text/csv;charset=utf-8');
}

/** Downloads a text file. */
export function saveText(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
