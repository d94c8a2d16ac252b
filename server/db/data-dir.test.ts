import { expect, test } from "vitest";
import { type DataDirSources, dataDirFrom } from "./data-dir.ts";

const from = (given: Partial<DataDirSources>) =>
  dataDirFrom({ env: {}, platform: "linux", home: "/home/ada", cwd: "/srv/shop", ...given });

test("the default data folder is the user's and never the working directory", () => {
  expect(from({})).toBe("/home/ada/.local/share/whence");
  expect(from({ platform: "darwin", home: "/Users/ada" })).toBe("/Users/ada/Library/Application Support/whence");
  expect(from({ platform: "win32", home: "C:\\Users\\ada", cwd: "D:\\p" })).toBe(
    "C:\\Users\\ada\\AppData\\Local\\whence",
  );
});

test("XDG_DATA_HOME moves the default, and a relative one is ignored as its specification says", () => {
  expect(from({ env: { XDG_DATA_HOME: "/data" } })).toBe("/data/whence");
  expect(from({ env: { XDG_DATA_HOME: "data" } })).toBe("/home/ada/.local/share/whence");
  expect(from({ env: { XDG_DATA_HOME: "" } })).toBe("/home/ada/.local/share/whence");
});

test("WHENCE_DATA_DIR wins on every platform and a tilde in it means the home folder", () => {
  expect(from({ env: { WHENCE_DATA_DIR: "/srv/whence", XDG_DATA_HOME: "/data" } })).toBe("/srv/whence");
  expect(from({ env: { WHENCE_DATA_DIR: "~/with blank/данные" } })).toBe("/home/ada/with blank/данные");
  expect(from({ env: { WHENCE_DATA_DIR: "stores/one" } })).toBe("/srv/shop/stores/one");
});

test("an empty WHENCE_DATA_DIR or an unknown home stops with the name of the variable", () => {
  expect(() => from({ env: { WHENCE_DATA_DIR: " " } })).toThrow(/WHENCE_DATA_DIR/);
  expect(() => from({ home: "" })).toThrow(/WHENCE_DATA_DIR/);
});
