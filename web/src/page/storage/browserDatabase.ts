/** A database of the browser, IndexedDB, with promises: opened when needed, opened again when lost, in memory if refused. */

import { MemoryDatabase } from "./memoryDatabase";
import { completeTransaction } from "./requests";

/** The key attributes of each store's rows. */
export type KeyPaths<Store extends string> = Readonly<Record<Store, string | string[]>>;

/** What a database is called, and what is in it. */
export interface DatabaseForm<Store extends string> {
  /** Its name, which is asked when it is opened: a page without an address has none. */
  name(): string;
  readonly version: number;
  readonly keyPaths: KeyPaths<Store>;
  /** Change a database that an older version of the page left; one without stores has version 0. */
  upgrade(database: IDBDatabase, oldVersion: number, transaction: IDBTransaction): void;
  /** Do something with the connection before the first use. */
  prepare?(connection: IDBDatabase): Promise<void>;
  readonly sentences: DatabaseSentences;
}

/** What people are told when a database fails. */
export interface DatabaseSentences {
  /** A newer version of the page has changed it. */
  readonly newerVersion: string;
  readonly closed: string;
  readonly full: string;
}

/** A listener to events of the storage. */
export interface StorageListener {
  /** The browser stores nothing: data last as long as the page. */
  onNotStored?(): void;
  /** The connection was closed from outside: data may be lost. */
  onLost?(): void;
}

/** A database. */
export class BrowserDatabase<Store extends string> {
  /** The open or opening connection; null for none. */
  private openConnection: Promise<IDBDatabase> | null = null;
  /** Whether a connection was ever open: then the browser can store, and a failure is temporary. */
  private wasEverOpen = false;
  private storesNothing = false;
  private readonly listeners = new Set<StorageListener>();

  /** Make a database that is opened at its first use. */
  constructor(private readonly form: DatabaseForm<Store>) {}

  /**
   * Add a listener that is called when the page loses the storage, and at once if the browser is known to store nothing;
   * returns the function that removes the listener.
   */
  watch(listener: StorageListener): () => void {
    if (this.storesNothing) listener.onNotStored?.();
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Use a database in memory from now on, which lasts as long as the page. */
  keepInMemory(): void {
    this.openConnection = Promise.resolve(this.makeInMemory());
  }

  private makeInMemory(): IDBDatabase {
    return new MemoryDatabase(this.form.keyPaths) as unknown as IDBDatabase;
  }

  /** Run work in a read-only transaction, and return its result. */
  read<T>(stores: readonly Store[], work: (within: IDBTransaction) => Promise<T>): Promise<T> {
    return this.withTransaction(stores, "readonly", work);
  }

  /** Run work in a writing transaction: once it resolves, everything is on the disk, else nothing. */
  write(stores: readonly Store[], work: (within: IDBTransaction) => void): Promise<void> {
    return this.withTransaction(stores, "readwrite", (transaction) => completeTransaction(transaction, work));
  }

  /** Open the database, or return the open connection; one in memory if the browser stores nothing. */
  private open(): Promise<IDBDatabase> {
    this.openConnection ??= this.connect().catch((error: unknown) => {
      const { sentences } = this.form;
      if (this.wasEverOpen || isDomError(error, "VersionError")) {
        this.openConnection = null;
        const text = isDomError(error, "VersionError") ? sentences.newerVersion : sentences.closed;
        throw new Error(text, { cause: error });
      }
      this.storesNothing = true;
      for (const { onNotStored } of this.listeners) onNotStored?.();
      return this.makeInMemory();
    });
    return this.openConnection;
  }

  /** Open a connection to the database, creating its object stores at first. */
  private async connect(): Promise<IDBDatabase> {
    const { name, version, upgrade, prepare } = this.form;
    const connection = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name(), version);
      request.onupgradeneeded = ({ oldVersion }) => upgrade(request.result, oldVersion, request.transaction!);
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    /** Forget the closed connection, and tell the listeners. */
    const handleLoss = (): void => {
      this.openConnection = null;
      for (const { onLost } of this.listeners) onLost?.();
    };
    // Another tab upgrades or deletes the database: our connection must not block it.
    connection.onversionchange = () => {
      connection.close();
      handleLoss();
    };
    connection.onclose = handleLoss;
    if (!this.wasEverOpen) await prepare?.(connection);
    this.wasEverOpen = true;
    return connection;
  }

  /**
   * Run work in a database transaction of its own; returns its result.
   *
   * The connection may be closed: by us, as the database was deleted; by the browser, as the site's data were cleared;
   * or silently, while the page slept. Then it is opened again, once.
   */
  private async withTransaction<T>(
    stores: readonly Store[],
    mode: IDBTransactionMode,
    work: (within: IDBTransaction) => Promise<T>,
  ): Promise<T> {
    /** Begin a transaction that reports its end only when it is on the disk. */
    const begin = (connection: IDBDatabase): IDBTransaction =>
      connection.transaction(stores, mode, { durability: "strict" });
    const open = this.open();
    const connection = await open;
    let transaction: IDBTransaction;
    try {
      transaction = begin(connection);
    } catch (error) {
      if (!isDomError(error, "InvalidStateError") && !isDomError(error, "NotFoundError")) throw error;
      if (this.openConnection === open) this.openConnection = null;
      transaction = begin(await this.open());
    }
    return work(transaction).catch((error: unknown) => {
      throw this.sentenceError(error);
    });
  }

  /**
   * Convert an error of the storage to one with a message for people, if they can do something about it; return others
   * unchanged.
   */
  private sentenceError(error: unknown): unknown {
    const { sentences } = this.form;
    if (isDomError(error, "QuotaExceededError")) return new Error(sentences.full, { cause: error });
    return isDomError(error, "AbortError") ||
      isDomError(error, "InvalidStateError") ||
      isDomError(error, "UnknownError")
      ? new Error(sentences.closed, { cause: error })
      : error;
  }
}

/** Create the object stores of a new database. */
export function createStores<Store extends string>(database: IDBDatabase, keyPaths: KeyPaths<Store>): void {
  for (const [place, keyPath] of Object.entries<string | string[]>(keyPaths))
    database.createObjectStore(place, { keyPath });
}

/** Whether an error is the browser's with this name, such as `QuotaExceededError`. */
export function isDomError(error: unknown, name: string): boolean {
  return error instanceof DOMException && error.name === name;
}
