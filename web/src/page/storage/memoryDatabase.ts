/** In-memory substitute for IndexedDB, for browsers that store nothing: only the functions that the page uses. */

type Key = string | number | readonly Key[];

type Row = Readonly<Record<string, unknown>>;

/** The rows of a store, by their keys as text. */
type Rows = Map<string, Row>;

/** A database in memory, with the interface of `IDBDatabase`; it lasts as long as the page. */
export class MemoryDatabase {
  readonly places: Map<string, Rows>;

  /**
   * Create a database of empty object stores.
   * @param keys - The key attributes of each store's rows.
   */
  constructor(readonly keys: Readonly<Record<string, string | readonly string[]>>) {
    this.places = new Map(Object.keys(keys).map((place) => [place, new Map()]));
  }

  /** Begin a transaction over all object stores. */
  transaction(): MemoryTransaction {
    return new MemoryTransaction(this);
  }

  /** Do nothing: nothing needs closing. */
  close(): void {}
}

interface MemoryRequest<T> {
  result: T | undefined;
  error: unknown;
  onsuccess: (() => void) | null;
  onerror: (() => void) | null;
}

/** A transaction in memory: its requests are executed in order, all or none. */
class MemoryTransaction {
  error: unknown = null;
  oncomplete: (() => void) | null = null;
  onabort: (() => void) | null = null;
  private readonly queue: (() => void)[] = [];
  private rowsBefore: ReadonlyMap<string, Rows> = new Map();
  private isAborted = false;

  /** Begin a transaction, which runs when the caller has queued its first requests. */
  constructor(private readonly database: MemoryDatabase) {
    setTimeout(() => this.run());
  }

  /** The object store with a name. */
  objectStore(name: string): MemoryStore {
    return new MemoryStore(this, this.database.places.get(name)!, this.database.keys[name]!);
  }

  /** Cancel the transaction, and restore the rows before it. */
  abort(): void {
    this.isAborted = true;
    for (const [place, rows] of this.rowsBefore) this.database.places.set(place, rows);
  }

  /** Queue work whose result becomes that of a request, a new one by default. */
  enqueue<T>(
    work: () => T,
    request: MemoryRequest<T> = { result: undefined, error: null, onsuccess: null, onerror: null },
  ) {
    this.queue.push(() => {
      try {
        request.result = work();
        request.onsuccess?.();
      } catch (error) {
        this.error = request.error = error;
        this.abort();
        request.onerror?.();
      }
    });
    return request;
  }

  /** Execute all queued work, and report the end, or the cancellation. */
  private run(): void {
    this.rowsBefore = new Map([...this.database.places].map(([place, rows]) => [place, new Map(rows)]));
    for (let next = this.queue.shift(); next && !this.isAborted; next = this.queue.shift()) next();
    if (this.isAborted) this.onabort?.();
    else this.oncomplete?.();
  }
}

/** An object store in memory, within a transaction. */
class MemoryStore {
  /** Make the access to the rows of a store, whose keys stand in the fields `keyPath`. */
  constructor(
    private readonly transaction: MemoryTransaction,
    private readonly rows: Rows,
    private readonly keyPath: string | readonly string[],
  ) {}

  /** Request the row with a key. */
  get(key: Key): MemoryRequest<Row | undefined> {
    return this.transaction.enqueue(() => this.rows.get(JSON.stringify(key)));
  }

  /** Request all rows, or those in a range of keys, by key. */
  getAll(range?: IDBKeyRange): MemoryRequest<Row[]> {
    return this.transaction.enqueue(() => this.keys(range).map((key) => this.rows.get(JSON.stringify(key))!));
  }

  /** Request the number of rows. */
  count(): MemoryRequest<number> {
    return this.transaction.enqueue(() => this.rows.size);
  }

  /** Request that a row be stored, in place of one with its key. */
  put(row: Row): MemoryRequest<unknown> {
    return this.transaction.enqueue(() => this.rows.set(JSON.stringify(this.keyOf(row)), row));
  }

  /** Request that a row be stored; it fails if one has its key. */
  add(row: Row): MemoryRequest<unknown> {
    return this.transaction.enqueue(() => {
      const key = JSON.stringify(this.keyOf(row));
      if (this.rows.has(key)) throw new DOMException("there is such a row", "ConstraintError");
      this.rows.set(key, row);
    });
  }

  /** Request the removal of the row with a key, or of all rows in a range. */
  delete(keyOrRange: Key | IDBKeyRange): MemoryRequest<unknown> {
    return this.transaction.enqueue(() => {
      const keys = isRange(keyOrRange) ? this.keys(keyOrRange) : [keyOrRange];
      for (const key of keys) this.rows.delete(JSON.stringify(key));
    });
  }

  /** Request a cursor at the first row; it steps to the next on request. */
  openCursor(): MemoryRequest<unknown> {
    const remaining = this.keys();
    const request = this.transaction.enqueue(() =>
      this.cursor(remaining, () => this.transaction.enqueue(next, request)),
    );
    /** Make the cursor at the next row the result. */
    const next = (): unknown => this.cursor(remaining, () => this.transaction.enqueue(next, request));
    return request;
  }

  /** Make a cursor at the first of the remaining keys, whose `continue` calls `advance`; null if no key remains. */
  private cursor(remaining: Key[], advance: () => void): unknown {
    const key = remaining.shift();
    if (key === undefined) return null;
    return { value: this.rows.get(JSON.stringify(key)), delete: () => this.delete(key), continue: advance };
  }

  /** The key of a row, by the store's key path. */
  private keyOf(row: Row): Key {
    return (typeof this.keyPath === "string" ? row[this.keyPath] : this.keyPath.map((name) => row[name])) as Key;
  }

  /** The sorted keys of all rows, or those in a range. */
  private keys(range?: IDBKeyRange): Key[] {
    const all = [...this.rows.values()].map((row) => this.keyOf(row));
    return all.filter((key) => range === undefined || range.includes(key)).sort(compareKeys);
  }
}

/** Whether an argument is a range of keys, not a key. */
function isRange(keyOrRange: Key | IDBKeyRange): keyOrRange is IDBKeyRange {
  return typeof keyOrRange === "object" && !Array.isArray(keyOrRange);
}

/** Compare keys as IndexedDB does, arrays part by part: -1, 0 or 1. */
function compareKeys(left: Key, right: Key): number {
  if (typeof left !== "object" || typeof right !== "object") return left < right ? -1 : Number(left > right);
  const at = left.findIndex((part, index) => compareKeys(part, right[index]!) !== 0);
  return at < 0 ? 0 : compareKeys(left[at]!, right[at]!);
}
