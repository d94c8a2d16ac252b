/** The package ships no types. Only what store-lock.ts uses is declared. */
declare module "fs-native-extensions" {
  /** False when another open file description, of this process or another, holds the lock. Throws where the file system knows no locks. */
  export function tryLock(fd: number, options?: { shared?: boolean }): boolean;
  export function unlock(fd: number): void;
}
