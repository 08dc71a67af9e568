/** What is kept in this browser: files and games.  The caller learns that a store is full or closed; nothing is lost by it. */

const NAME = "hoyle-studio";
const TABLES = ["files", "games"] as const;
export type TableName = (typeof TABLES)[number];

let opened: Promise<IDBDatabase> | null = null;

function database(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => {
      for (const table of TABLES) request.result.createObjectStore(table);
    };
    request.onsuccess = () => {
      // Another page may delete or renew the store: it must not wait for this one.
      request.result.onversionchange = () => {
        request.result.close();
        opened = null;
      };
      resolve(request.result);
    };
    request.onerror = () => {
      opened = null;
      reject(request.error);
    };
  });
  return opened;
}

async function run<T>(
  table: TableName,
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const transaction = (await database()).transaction(table, mode);
  const request = ask(transaction.objectStore(table));
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error ?? new Error("the store is full"));
    transaction.onerror = () => reject(transaction.error ?? new Error("the store is full"));
  });
}

/** What is kept under a key; undefined if there is nothing, or nothing can be read. */
export async function get<T>(table: TableName, key: string): Promise<T | undefined> {
  try {
    return (await run(table, "readonly", (store) => store.get(key))) as T | undefined;
  } catch {
    return undefined;
  }
}

/** Keeps something; false if there is no room or no store. */
export async function put(table: TableName, key: string, value: unknown): Promise<boolean> {
  try {
    await run(table, "readwrite", (store) => store.put(value, key));
    return true;
  } catch {
    return false;
  }
}

export async function remove(table: TableName, key: string): Promise<void> {
  try {
    await run(table, "readwrite", (store) => store.delete(key));
  } catch {
    // what cannot be removed stays
  }
}

/** Every key of a table. */
export async function keys(table: TableName): Promise<string[]> {
  try {
    return (await run(table, "readonly", (store) => store.getAllKeys())).map(String);
  } catch {
    return [];
  }
}
