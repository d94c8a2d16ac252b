import fc from "fast-check";
import { beforeAll, describe, expect, test, vi } from "vitest";
import type { ParseRule } from "#server/domain/code-graph/parse-rule.ts";
import { longestSymbolText, maxFileImports, maxFileSymbols } from "#server/domain/code-graph/parsed-blob.ts";
import { countCodePoints } from "#server/domain/text/cut-text.ts";
import { createSourceReader, type ReadSource } from "./create-source-reader.ts";
import { shippedGrammars } from "./shipped-grammars.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let readSource: ReadSource;
beforeAll(async () => {
  readSource = await createSourceReader(shippedGrammars(process.cwd()));
});

const read = (rule: ParseRule, source: string | Uint8Array) =>
  readSource({ rule, bytes: typeof source === "string" ? new TextEncoder().encode(source) : source });

/** Symbols in one line each: `line kind container.name: signature (doc)`. */
async function symbolsOf(rule: ParseRule, source: string): Promise<string[]> {
  const { symbols } = await read(rule, source);
  return symbols.map(
    ({ line, kind, container, name, signature, doc }) =>
      `${line} ${kind} ${container === undefined ? "" : `${container}.`}${name}: ${signature ?? ""}${doc === undefined ? "" : ` (${doc})`}`,
  );
}
async function importsOf(rule: ParseRule, source: string): Promise<string[]> {
  const { imports } = await read(rule, source);
  return imports.map(({ form, specifier, names, within, file }) =>
    [
      form,
      specifier,
      ...(names ? [`{${names}}`] : []),
      ...(within ? [`in ${within}`] : []),
      ...(file ? [`= ${file}`] : []),
    ].join(" "),
  );
}

describe("TypeScript and JavaScript", () => {
  test("declarations, exported or not, with their members, one line of signature and the first sentence of their comment", async () => {
    const source = `
/**
 * Builds the map. Takes its time.
 * @param opts options
 */
export async function buildRepoMap(
  opts: RepoMapOpts,
): Promise<string> { return helper(); }
// A helper, e.g. for tests. Not exported.
function helper() { function inner() {} }
@Injectable()
export class Store<T> extends Base {
  #hidden() {}
  constructor(private db: Db) { super(); }
  /** Reads one. */
  @log() async read(id: string): Promise<T> { return null; }
  handler = (event: Event) => { };
}
export interface Shape { area(): number }
export type Id = string;
export enum Level { Low }
export const limit = 5, other = 6;
const table: Record<string, number> = { a: 1 };
export const shout = (text: string): string => text;
export default class { m() {} }
declare module "ext" { function inExt(): void }
namespace A.B { export const deep = 1; }
`;
    expect(await symbolsOf("typescript", source)).toEqual([
      "6 function buildRepoMap: export async function buildRepoMap( opts: RepoMapOpts, ): Promise<string> (Builds the map.)",
      "10 function helper: function helper() (A helper, e.g. for tests.)",
      "12 class Store: export class Store<T> extends Base",
      "13 method Store.#hidden: #hidden()",
      "16 method Store.read: async read(id: string): Promise<T> (Reads one.)",
      "17 method Store.handler: handler = (event: Event)",
      "19 interface Shape: export interface Shape",
      "20 type Id: export type Id = string",
      "21 enum Level: export enum Level",
      "22 constant limit: limit = 5",
      "22 constant other: other = 6",
      "23 constant table: const table: Record<string, number>",
      "24 function shout: export const shout = (text: string): string",
      "25 class default: export default class",
      "25 method default.m: m()",
      '26 module ext: declare module "ext"',
      "26 function ext.inExt: function inExt(): void",
      "27 module A.B: namespace A.B",
      "27 constant A.B.deep: export const deep = 1",
    ]);
  });

  test("imports of every form, wherever they stand, once each", async () => {
    const source = `/// <reference path="types.d.ts" />
import a, { b } from "./a"; import type { T } from "./types"; import "./side";
export * from "./star"; export { x } from "./named";
import old = require("./old");
const lazy = () => import("./lazy"); const odd = import(\`./tick\`);
const dyn = import(\`./\${name}\`); const again = require("./a"); require.resolve("./no"); notRequire("./no");
type Deep = import("./deep").Deep;`;
    expect(await importsOf("typescript", source)).toEqual([
      "relative ./types.d.ts",
      "import ./a",
      "import ./types",
      "import ./side",
      "import ./star",
      "import ./named",
      "import ./old",
      "import ./lazy",
      "import ./tick",
      "import ./deep",
    ]);
  });

  test("CommonJS and prototypes", async () => {
    const source =
      "exports.one = function (a) {};\nmodule.exports.two = 2;\nmodule.exports = class Main { m() {} };\nOld.prototype.run = function () {};\n";
    expect(await symbolsOf("javascript", source)).toEqual([
      "1 function one: exports.one = function (a)",
      "2 constant two: module.exports.two = 2",
      "3 class Main: module.exports = class Main",
      "4 method Old.run: Old.prototype.run = function ()",
    ]);
  });

  test("JSX, and the scripts of single-file components with their own lines", async () => {
    expect(
      await symbolsOf("tsx", "export function Page({ id }: Props) {\n  return <main id={id} />;\n}\n"),
    ).toHaveLength(1);
    const component =
      '<template>\n  <div>{{ import }}</div>\n</template>\n<script setup lang="ts">\nimport { x } from "./x";\nfunction load() {}\n</script>\n<style>.a {}</style>\n';
    expect(await symbolsOf("vue", component)).toEqual(["6 function load: function load()"]);
    expect(await importsOf("svelte", component)).toEqual(["import ./x"]);
  });
});

describe("other languages", () => {
  test("Python", async () => {
    const source = `"""Module."""
import os, a.b as c
from ..pkg import (one, two as zwei)
from . import *
LIMIT = 5
@cached
class Store(Base):
    """Keeps things. And more."""
    async def read(self, key: str) -> str:
        '''Reads one.'''
        from lazy import thing
        def inner(): pass
if TYPE_CHECKING:
    def only_typed(): ...
`;
    expect(await symbolsOf("python", source)).toEqual([
      "5 constant LIMIT: LIMIT = 5",
      "7 class Store: class Store(Base) (Keeps things.)",
      "9 method Store.read: async def read(self, key: str) -> str (Reads one.)",
      "14 function only_typed: def only_typed()",
    ]);
    expect(await importsOf("python", source)).toEqual([
      "import os",
      "import a.b",
      "import ..pkg {one,two}",
      "import . {*}",
      "import lazy {thing}",
    ]);
  });

  test("Go, with what is used of each package", async () => {
    const source = `package main
import (
	"fmt"
	st "example.com/m/store"
)
// Run starts it. Blocks.
func Run(s *st.Store) error { fmt.Println(st.Open("x")); return nil }
func (s *Server[T]) Serve() {}
type Server[T any] struct { a int }
type (
	// Reader reads.
	Reader interface { Read() }
)
const Max = 5
`;
    expect(await symbolsOf("go", source)).toEqual([
      "7 function Run: func Run(s *st.Store) error (Run starts it.)",
      "8 method Server.Serve: func (s *Server[T]) Serve()",
      "9 struct Server: type Server[T any] struct",
      "12 interface Reader: Reader interface (Reader reads.)",
      "14 constant Max: const Max = 5",
    ]);
    expect(await importsOf("go", source)).toEqual(["import fmt {Println}", "import example.com/m/store {Open,Store}"]);
  });

  test("Rust, with modules declared in other files and written inline", async () => {
    const source = `use crate::{a::{self, B as C}, d::*};
#[path = "odd.rs"]
mod odd;
mod inline { mod deep; use super::x; }
/// A store. Of things.
#[derive(Debug)]
pub struct Store<T> { a: T }
impl<T> Store<T> { pub fn get(&self) -> T { todo!() } }
pub trait Read { fn read(&self); }
macro_rules! mac { () => {} }
`;
    expect(await symbolsOf("rust", source)).toEqual([
      "3 module odd: mod odd",
      "4 module inline: mod inline",
      "4 module inline.deep: mod deep",
      "7 struct Store: pub struct Store<T> (A store.)",
      "8 method Store.get: pub fn get(&self) -> T",
      "9 trait Read: pub trait Read",
      "9 method Read.read: fn read(&self)",
      "10 macro mac: macro_rules! mac",
    ]);
    expect(await importsOf("rust", source)).toEqual([
      "declaration odd = odd.rs",
      "declaration deep in inline",
      "import crate::a",
      "import crate::a::B",
      "import crate::d",
      "import super::x in inline",
    ]);
  });

  test("Java, with its package and the types that a whole-package import may be for", async () => {
    const source = `package org.acme.app;
import org.acme.lib.*;
import static org.acme.Math.max;
/** A service. */
@Service
public class Shop extends Base {
  public static final int LIMIT = 5;
  private Cart cart;
  @Override public Cart find(Id id) { return Carts.of(id); }
  static class Inner {}
}
record Point(int x) {}
`;
    expect(await symbolsOf("java", source)).toEqual([
      "6 class Shop: public class Shop extends Base (A service.)",
      "7 constant Shop.LIMIT: public static final int LIMIT",
      "9 method Shop.find: public Cart find(Id id)",
      "10 class Shop.Inner: static class Inner",
      "12 class Point: record Point(int x)",
    ]);
    expect(await importsOf("java", source)).toEqual(["import org.acme.lib.*", "import org.acme.Math.max"]);
    const { namespaces, typeNames } = await read("java", source);
    expect(namespaces).toEqual(["org.acme.app"]);
    expect(typeNames).toEqual(["Base", "Cart", "Carts", "Id", "Override", "Service"]);
  });

  test("C and C++", async () => {
    const source = `#include "own/a.h"
#include <vector>
#define GUARD_H
#define LIMIT 5
namespace n::m {
/// A shape.
template <typename T> class Shape : public Base {
 public:
  Shape();
  virtual int area() const override { return 1; }
  void move(int x);
};
}
int n::m::Other::run(int a) { return a; }
static int *find(void) { return 0; }
typedef struct { int a; } Pair;
enum Level { Low };
struct Forward;
`;
    expect(await symbolsOf("cpp", source)).toEqual([
      "4 macro LIMIT: #define LIMIT 5",
      "7 class n.m.Shape: template <typename T> class Shape : public Base (A shape.)",
      "10 method n.m.Shape.area: virtual int area() const override",
      "11 method n.m.Shape.move: void move(int x)",
      "14 method n.m.Other.run: int n::m::Other::run(int a)",
      "15 function find: static int *find(void)",
      "16 struct Pair: typedef struct",
      "17 enum Level: enum Level",
    ]);
    expect(await importsOf("c", source)).toEqual(["quoted own/a.h", "angled vector"]);
  });

  test("C#, with its namespaces", async () => {
    const source = `using System;
using static Acme.Tools.Text;
using Alias = Acme.Thing;
namespace Acme.App;
/// <summary>A shop. Sells.</summary>
[Serializable]
public partial class Shop : Base
{
    public const int Limit = 5;
    public Cart Find(int id) { return new Cart(); }
}
public interface IShop { void Open(); }
`;
    expect(await symbolsOf("csharp", source)).toEqual([
      "7 class Shop: public partial class Shop : Base (A shop.)",
      "9 constant Shop.Limit: public const int Limit = 5",
      "10 method Shop.Find: public Cart Find(int id)",
      "12 interface IShop: public interface IShop",
      "12 method IShop.Open: void Open()",
    ]);
    expect(await importsOf("csharp", source)).toEqual(["import System", "import Acme.Tools.Text", "import Acme.Thing"]);
    expect((await read("csharp", source)).namespaces).toEqual(["Acme.App"]);
  });

  test("Ruby", async () => {
    const source = `require "acme/store"
require_relative 'helper'
require "#{name}/x"
autoload :Cart, "acme/cart"
# A shop. Sells.
module Acme::Shop
  class Cart < Base
    LIMIT = 5
    def add(item) = 1
    def self.open; end
  end
end
`;
    expect(await symbolsOf("ruby", source)).toEqual([
      "6 module Acme.Shop: module Acme::Shop (A shop.)",
      "7 class Acme.Shop.Cart: class Cart < Base",
      "8 constant Acme.Shop.Cart.LIMIT: LIMIT = 5",
      "9 method Acme.Shop.Cart.add: def add(item)",
      "10 method Acme.Shop.Cart.open: def self.open; end",
    ]);
    expect(await importsOf("ruby", source)).toEqual(["import acme/store", "relative helper", "import acme/cart"]);
  });

  test("Bazel packages name their targets and the labels that they depend on, but not the conditions of a select", async () => {
    const source =
      'load("//tools:defs.bzl", "x")\ncc_library(name = "a", srcs = ["a.cc"], deps = [":b", "//c/d"] + select({"//cond:on": ["//e"]}))\n';
    const { manifest, imports } = await read("bazel_package", source);
    expect(manifest).toEqual({ kind: "bazel_package", targets: ["a"], labels: [":b", "//c/d", "//e"] });
    expect(imports).toEqual([{ form: "import", specifier: "//tools:defs.bzl" }]);
    expect((await read("bazel_package", "How to build this:\n\n1. run make\n")).manifest).toBe(null);
  });

  test("a language without a grammar is read by patterns, and says so", async () => {
    const source =
      "package org.acme\nimport org.acme.lib.Thing\n/** A shop. */\nclass Shop(val a: Int) {\n  fun open(): Int = 1\n}\n";
    const parsed = await read("kotlin", source);
    expect(parsed).toMatchObject({ symbolsFrom: "pattern", namespaces: ["org.acme"] });
    expect(await symbolsOf("kotlin", source)).toEqual([
      "4 class Shop: class Shop(val a: Int) (A shop.)",
      "5 function open: fun open(): Int = 1",
    ]);
    expect(await importsOf("kotlin", source)).toEqual(["import org.acme.lib.Thing"]);
    expect(await symbolsOf("shell", "build() {\n  echo function of it\n}\n")).toEqual(["1 function build: build()"]);
  });
});

describe("hostile and broken sources", () => {
  test("any bytes under any rule give an answer, the same one twice, with well-formed short texts", async () => {
    const rules = fc.constantFrom<ParseRule>(
      "typescript",
      "tsx",
      "python",
      "go",
      "rust",
      "java",
      "cpp",
      "csharp",
      "ruby",
      "vue",
      "kotlin",
      "shell",
      "package_json",
      "tsconfig",
      "cargo",
      "go_mod",
      "pnpm_workspace",
      "bazel_package",
    );
    const pieces = fc.constantFrom(
      "{",
      "}",
      "(",
      ")",
      "<",
      ">",
      "class ",
      "def ",
      "fn ",
      "import ",
      "use ",
      '"',
      "'",
      "`",
      "${",
      "/*",
      "*/",
      "//",
      "#",
      "\n",
      " ",
      "a",
      "::",
      "=>",
      "\u{1F600}",
      "\u0000",
      "é",
      "<script>",
      "[[",
      "]]",
      "---\n",
      "&a [*a]",
      "name = ",
    );
    const bytes = fc.oneof(
      fc.array(pieces, { maxLength: 200 }).map((parts) => new TextEncoder().encode(parts.join(""))),
      fc.uint8Array({ maxLength: 400 }),
    );
    await fc.assert(
      fc.asyncProperty(rules, bytes, async (rule, source) => {
        const parsed = await read(rule, source);
        expect(await read(rule, source)).toEqual(parsed);
        expect(JSON.parse(JSON.stringify(parsed))).toEqual(parsed);
        for (const { name, signature = "", doc = "" } of parsed.symbols) {
          for (const text of [name, signature, doc]) expect(text.isWellFormed()).toBe(true);
          for (const text of [signature, doc]) expect(countCodePoints(text)).toBeLessThanOrEqual(longestSymbolText);
        }
      }),
      { numRuns: 400 },
    );
  });

  test.each([
    ["nested brackets", "typescript", "(\n".repeat(100_000)],
    ["nested lists", "python", `x = ${"[\n".repeat(50_000)}`],
    ["nested blocks", "java", "class A {\n".repeat(20_000)],
    ["nested namespaces", "cpp", "namespace a {\n".repeat(20_000)],
    ["nested use lists", "rust", `use a::${"{b::\n".repeat(20_000)}`],
    ["open comparisons", "typescript", "a<b<\n".repeat(20_000)],
    ["open templates", "javascript", "`${\n".repeat(50_000)],
    ["many imports", "go", `package a\n${'import "x/y"\n'.repeat(30_000)}`],
    [
      "many declarations",
      "typescript",
      Array.from({ length: 40_000 }, (_, index) => `export const a${index} = 1;\n`).join(""),
    ],
    ["a wall of comments", "java", "// a\n".repeat(200_000)],
    [
      "one declaration of many names",
      "typescript",
      `const ${Array.from({ length: 40_000 }, (_, index) => `a${index} = 1`).join(",\n")};`,
    ],
  ] as const)("%s end within the limits", async (_name, rule, source) => {
    const parsed = await read(rule, source);
    expect(parsed.outcome).toBe("parsed");
    expect(parsed.symbols.length).toBeLessThanOrEqual(maxFileSymbols);
    expect(parsed.imports.length).toBeLessThanOrEqual(maxFileImports);
  });

  test("symbols beyond the limit are counted", async () => {
    const source = Array.from({ length: maxFileSymbols + 7 }, (_, index) => `export const a${index} = ${index}\n`).join(
      "",
    );
    const { symbols, symbolsCut } = await read("typescript", source);
    expect([symbols.length, symbolsCut]).toEqual([maxFileSymbols, 7]);
  });

  test("time grows with the size and not with its square", async () => {
    const line = "export function f(a: string) { return [a, { b: `x` }] }\n/** Doc. */ class C { m() {} }\n";
    const timeOf = async (count: number) => {
      const source = line.repeat(count);
      const times: number[] = [];
      for (let round = 0; round < 3; round += 1) {
        const started = process.cpuUsage();
        await read("typescript", source);
        times.push(process.cpuUsage(started).user);
      }
      return Math.min(...times);
    };
    await timeOf(500);
    const [small, large] = [await timeOf(1_000), await timeOf(8_000)];
    expect(large / small).toBeLessThan(24);
  });

  test("binary content, UTF-16 and a byte order mark", async () => {
    expect((await read("typescript", new Uint8Array([0, 1, 2]))).outcome).toBe("binary");
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("export const a = 1\n", "utf16le")]);
    expect((await read("typescript", utf16)).symbols.map(({ name }) => name)).toEqual(["a"]);
    expect((await read("typescript", "\ufeffexport const a = 1\n")).symbols).toHaveLength(1);
    // A Latin-1 comment costs no symbols.
    const latin = Buffer.concat([Buffer.from("// caf"), Buffer.from([0xe9]), Buffer.from("\nexport const a = 1\n")]);
    expect((await read("typescript", latin)).symbols).toHaveLength(1);
  });

  test("a generated file keeps its imports and gives no symbols", async () => {
    const source = '// Code generated by protoc-gen-go. DO NOT EDIT.\npackage a\nimport "x/y"\nfunc F() { y.G() }\n';
    const parsed = await read("go", source);
    expect(parsed).toMatchObject({ outcome: "generated", symbols: [], symbolsFrom: "none" });
    expect(parsed.imports).toHaveLength(1);
  });

  test("syntax errors cost only what they stand in", async () => {
    const names = (
      await read("typescript", "export function a() {}\nexport const = = ;\nclass B { m( }\nfunction c() {}\n")
    ).symbols;
    expect(names.map(({ name }) => name)).toEqual(expect.arrayContaining(["a", "c"]));
  });

  test("control characters and bidi overrides do not reach a signature", async () => {
    const [symbol] = (await read("typescript", "export function a(b = '\u202e\u001b[31m') {}\n")).symbols;
    expect(symbol?.signature).not.toMatch(/[\u0000-\u001f\u202a-\u202e]/);
  });
});
