/**
 * Files and games stored in this browser.  The functions report a full or closed store to their caller instead of
 * throwing.
 */

const NAME = "hoyle-studio";
const TABLES = ["files", "games", "scripts", "learned"] as const;
export type TableName = (typeof TABLES)[number];

let opened: Promise<IDBDatabase> | null = null;

function database(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 3);
    request.onupgradeneeded = () => {
      const { result } = request;
      for (const table of TABLES)
        if (!result.objectStoreNames.contains(table)) result.createObjectStore(table);
    };
    request.onsuccess = () => {
      // Another page may want to delete or upgrade the store.  It must not wait for this page.
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

/** Returns the stored value of a key; undefined if there is none or it cannot be read. */
export async function get<T>(table: TableName, key: string): Promise<T | undefined> {
  try {
    return (await run(table, "readonly", (store) => store.get(key))) as T | undefined;
  } catch {
    return undefined;
  }
}

/** Stores a value.  Returns false if there is no space or no store. */
export async function put(table: TableName, key: string, value: unknown): Promise<boolean> {
  try {
    await run(table, "readwrite", (store) => store.put(value, key));
    return true;
  } catch {
    return false;
  }
}

/**
 * Replaces the value of a key by one that depends on the stored one, in one step that no other window can disturb.
 * `refused`: the function gave undefined, so nothing was changed.  `full`: there is no space or no store.
 */
export async function exchange<T>(
  table: TableName,
  key: string,
  next: (stored: T | undefined) => T | undefined,
): Promise<"kept" | "refused" | "full"> {
  try {
    const transaction = (await database()).transaction(table, "readwrite");
    const store = transaction.objectStore(table);
    return await new Promise((resolve) => {
      let refused = false;
      const failed = () => resolve("full");
      transaction.onabort = failed;
      transaction.onerror = failed;
      transaction.oncomplete = () => resolve(refused ? "refused" : "kept");
      const asked = store.get(key);
      asked.onsuccess = () => {
        const value = next(asked.result as T | undefined);
        refused = value === undefined;
        try {
          if (!refused) store.put(value, key);
        } catch {
          transaction.abort();
        }
      };
    });
  } catch {
    return "full";
  }
}

export async function remove(table: TableName, key: string): Promise<void> {
  try {
    await run(table, "readwrite", (store) => store.delete(key));
  } catch {
    // a value that cannot be removed stays
  }
}

/** Returns all keys of a table. */
export async function keys(table: TableName): Promise<string[]> {
  try {
    return (await run(table, "readonly", (store) => store.getAllKeys())).map(String);
  } catch {
    return [];
  }
}
