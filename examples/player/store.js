// Data of the player that must survive a restart: its chain, its playlist, and unreported plays.

const opened = new Promise((resolve, reject) => {
  const request = indexedDB.open('player', 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore('state');
    request.result.createObjectStore('records', { keyPath: 'sequence' });
  };
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

async function inTransaction(mode, work) {
  const database = await opened;
  const transaction = database.transaction(['state', 'records'], mode);
  const result = work(transaction.objectStore('state'), transaction.objectStore('records'));
  await new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onerror = () => reject(transaction.error);
    transaction.onabort = () => reject(transaction.error);
  });
  return result?.result;
}

export const readState = (name) => inTransaction('readonly', (state) => state.get(name));
export const writeState = (name, value) => inTransaction('readwrite', (state) => state.put(value, name));

/** Writes the record and the new end of the chain atomically. */
export const addRecord = (record, head) =>
  inTransaction('readwrite', (state, records) => {
    records.put(record);
    return state.put(head, 'head');
  });

/** Returns the oldest unreported records, at most the given number. */
export const oldestRecords = (most) => inTransaction('readonly', (_, records) => records.getAll(null, most));
export const forgetRecords = (through) =>
  inTransaction('readwrite', (_, records) => records.delete(IDBKeyRange.upperBound(through)));
