/**
 * Frozen background table 1 of 2026-11-29: how common a word is in messages about code, for weighing tokens.
 * Never edited, because a replay needs the weights of its day; a better table is table 2. Whole weights of 4 to 63: twice the
 * 1.5th power of −ln(share), share being the median over 16 repositories of the share of commit messages that hold
 * the token. Tokens of tokenizer t1. Only counts were taken, no text.
 *
 * Source: commit messages without those of bots and merges, at the named commits, of aio-libs/aiohttp 495e7783, prometheus/prometheus
 * d15adb9a, spring-projects/spring-boot c329ffa2 (Apache-2.0); celery/celery 5dc781f0 (BSD-3-Clause); babel/babel 1da3cfa1,
 * eslint/eslint c27bc926, pnpm/pnpm 36e5ae6a, prettier/prettier 4f84a934, psf/black 8947c48e, pypa/pip 6d309205, python/mypy
 * 8b3e7d8b, rails/rails 2a2db1e8, rust-lang/cargo af373f76, tokio-rs/tokio ea91b33c, vuejs/core e2bede96, webpack/webpack
 * bc3e930f (MIT). Built by server/testing/evaluations/build-background-frequencies.ts; no evaluation data went in.
 */
/** A token that the table does not hold is taken to be half as common as its rarest. */
const unknownTokenWeight = 63;

/** Weight, then its tokens. */
const tokensByWeight: readonly (readonly [number, string])[] = [
  [4, "fix"],
  [5, "add"],
  [7, "test"],
  [8, "use"],
  [9, "not remove tests update"],
  [10, "fixes"],
  [11, "0 1"],
  [12, "2 docs error new"],
  [13, "3 change code file instead support type version"],
  [14, "added check commit default"],
  [15, "allow build case function move name release set used using"],
  [16, "4 changes config documentation files improve one path refactor run"],
  [17, "5 avoid chore closes issue missing option"],
  [18, "6 7 comment errors example fixed link list message options string time typo value work"],
  [
    19,
    "8 adds already bug bump call cases changelog class import line method module object pass readme removed rename return source types without",
  ],
  [
    20,
    "always api behavior better cache comments context correct create dependencies dependency doc document empty ensure first flag format handle ignore json longer md names output package pr replace revert script see unused user warning",
  ],
  [
    21,
    "10 adding back block data enable get id include logic makes multiple need note order plugin previously reference running skip template unit updated",
  ],
  [
    22,
    "based changed configuration custom end existing extra functions handling index info is issues keep level log match merge node old parse parser process read request simplify single start syntax two unnecessary upgrade url users uses values variable via windows",
  ],
  [
    23,
    "9 argument around available broken clean cli command correctly current deprecated dev even fail implement implementation inside invalid key lint main methods needed number parsing patch property re related require required result reverts section style switch text true try updates usage versions",
  ],
  [
    24,
    "12 actually apply arguments async base branch deps different directly directory disable due during examples failing failure false feature g global imports install internal last links local location loop map minor mode nested part paths pre rather removes review separate show specific sure testing to x",
  ],
  [
    25,
    "11 13 access address allows attribute calls checking checks clarify cleanup copy debug drop entry environment every explicit explicitly expression feat formatting found full generate generated git github helper length less lines made mention messages needs next possible prevent previous report requires runtime setting setup small split state tag target top travis warnings works write wrong",
  ],
  [
    26,
    "again against assert auto bit body called consistent content core coverage created duplicate exception export fails find following future inline integration latest lib moved named null once optional original parameter parent passed performance place prefix present properly provide reduce regression resolve root s self size src static stop supported",
  ],
  [
    27,
    "14 additional args binary builder built cause close common compatibility creating currently description done enabled extract failed few field flags group help http incorrect information init keys later load lock logging long mark means modules multi none off open page passing point problem project public pull redundant ref references returns simple system token typos with",
  ],
  [
    28,
    "15 16 accept await behaviour break breaking building builds classes clear condition convert count defaults delete deprecation easier env expected for handler html initial introduced left limit literal master matching max native necessary nodes objects on packages pattern put reading reason removing restore results right scope scripts second seems sort status strings valid variables whether within working",
  ],
  [
    29,
    "20 array authored automatically bad basic blocks caused contains control detection disabled either else entries event exclude exist exists exit expose failures features follow force getting however ignored includes instance making memory metadata migrate otherwise outside parameters post prepare print range real refactoring regex relative server shared side special specified stable statement step store strict suite supports sync table things think until validation yet yml",
  ],
  [
    30,
    "18 across actual annotations app assertion boolean catch co compatible cover creation date defined details detect double down edge expect fallback fields filename filter fixing generation given go hub implemented in included input interface matches n no override private properties replaced requests resolution respect rewrite rules runner runs safe tags trailing trying updating urls utils var verify warn whitespace",
  ],
  [
    31,
    "17 19 64 able addition allowed applied assignment attempt attributes beta bin buffer bugs c caching calling causing chain changing compile complete console constant constructor contain contributing dead definition display early etc except expand expressions extension external fast final form from gets hard header including introduce js large library license loading look ls merged modified moving notes nothing optimize outdated pin plugins preserve problems processing proper provided queue raw really reflect remote renamed repo rest schema short similar space specify stack standard started trigger unknown useful validate wording written",
  ],
  [
    32,
    "21 22 24 above action alias all annotation anymore as assertions ast b characters checked child compare compat conditional conflicts consistency continue d effect encoding enum escape experimental extend extensions faster feedback foo further generator generic give good guide handled hash hint hooks job keyword legacy manager merging modify namespace naming normalize os params parts perf prefer proxy remaining removal reset resolved returned reuse search settings signature spec statements t takes timeout tools tree tweak twice web workaround workflow wrap wrapper",
  ],
  [
    33,
    "100 32 actions adjust anything appveyor arg big bind bytes cached causes client contents conversion crash define depend deprecate direct duplicated earlier exceptions execution fixture functionality gitignore grammar guard happens has headers helpers hook host ids improvements incorrectly installed item items jobs kind know leading leak manually mapping meta moves newline of ordering places platform port projects push record register security several something sources spelling strip structure stuff therefore times todo treat ts unexpected unless useless util v2 vs w writing",
  ],
  [
    34,
    "23 25 absolute accidentally account active addresses allowing away benchmark bound breaks by callback commits configure configured conflict connection consider consistently containing depends development documented dropped easy element emit ensures everything exact finish folder fully general going handles happen image implements improved increase inner instructions known linting linux lists little locations looks lot missed mock normal older operation optimization param partial passes policy pool pretty publish recent refs regular released reported requirement resolves returning rule select send sequence sets site slow spaces speed stale starting steps stream task temporary tested though throw track tracking undefined ur v v3 wait yaml yield zero",
  ],
  [
    35,
    "26 30 ability abstract according alpha and anyway application approach appropriate assign avoids badge binding blank browser bundle cast character closed closing color comma conditions confusing considered debugging declaration decode definitions elements enables enforce enough equivalent events executed fixup flow free graph groups happy indentation int intended join label lazy least leave libraries lookup manual member numbers operations operator or points position prevents probably provides purpose r race relevant replaces replacing reporting requirements save simply solution sometimes stored sub suggestions templates thing together tokens tool trace turn tweaks unneeded v1 various word wrapped",
  ],
  [
    36,
    "27 aliases align behind below best caller clearer clone commands comparison compiled complex const container declare dedicated dep depending diff duplication entire ever explain fact finally fixtures forward head hidden hide hit home ignores ignoring improvement inherit installation instances iteration language likely looking lost lower major manifest marked marker meant migration min minimum mistake newer notice ones opt p parsed patterns people potential precedence printing prior protocol query quotes rc reasons releases render replacement repository requested resources resulting rid seem slice snapshot starts suggested tell thread three tmp total tuple unfortunately unicode utility worker",
  ],
  [
    37,
    "29 31 39 40 after appear appears applies bar become byte certain component components constants copied couple cross declarations declared deep deleted dependent difference directive directories disallow discussion dynamic easily entirely everywhere execute f favor finding fine fn generating gh hand https idea identifier immediately implicit imported insert introduces linter literals loaded logger logs loops mac maintain markdown maybe mismatch ms obvious ok org parallel past pending perform plain please progress prs quote readability redirect refactored regardless registry rely reorder reserved resource sense share skipped skipping specifying strategy suggestion super suppress symbol taken third toml underlying unify unique unsafe unsupported upstream utf vars weird whole width words",
  ],
  [
    38,
    "28 35 additionally affects alternative append backward backwards bunch children clause collect comparing completely configs contained convention creates deal describe described detail detected determine deterministic dropping environments escaping exactly explanation exported follows functional gives goes hack handlers identifiers if improves individual internally keeping lead leaving lets macos magic management mechanism mixed mostly overrides partially particular period picked priority produce raise ran random readable ready recursive referenced renaming response sections seen selector sentence shows silently slightly stdout str subsequent suffix tasks thanks title typeerror typing v4 virtual whenever wip wrapping",
  ],
  [
    39,
    "38 42 80 accepted affected algorithm along amount ap apis arbitrary arrays aware batch becomes before beginning box branches broke capture cfg clarity codebase codes compilation completion construction contexts descriptions detailed draft equal exposed fake fall followed formatter frame h happened higher hints hopefully important importing infinite initialization inject installing invocation iterator layout locally machine mentioned model newlines non normalization often ops origin others pages pick pkg platforms production providing quite reads registered reject reverted round say seconds semantics separately serialization service shell slash soon specifically stderr summary sys threads thus timestamp transform treated tries triggered turns unchanged v0 verbose worked workflows world year",
  ],
  [
    40,
    "33 36 50 accepts accordingly affect almost although analysis applying ascii assumed attr author automatic builtin calculation channel char circular cleaned collection column combine comes compared compiler consolidate construct copies copying corresponding cycle decide differently dir disabling dot edit effectively email ends exec expects extended extends extracted far finished friendly fs getter history hold incompatible inconsistent indent indicate integer invoke kept latter limited limits live make mean meaning members mirror negative nesting nice noticed obsolete occurs omit only pair permissions pipeline placeholder plus potentially presence produces program prototype recommended refresh regarding relying remains reports requiring resolver resolving retry safety sample should signal simpler socket someone stricter switching temporarily term understand unix unrelated variant view",
  ],
  [
    41,
    "34 37 accessing anywhere asserts assume backend background backport badges bare benchmarks blocking brings bugfix caches callers caught checkout cleaning closure cmd compute conf confusion converted counter cpu defer differences disables dispatch dist documents download effects err exports filtering fit flaky forms frozen func gone gracefully helpful helps impl implementing initialized inserted keeps keywords linked listed low m manage managed mapped matrix minimal misleading nicer normalized onto opening originally overflow overhead overriding positive practice preparation printed processed processes published pure quoted ranges refer regexp relies remain restrict reused reverse reword robust says scheme scoped semver sent separated separator serialize session showing smaller sorted splitting spurious stage standalone symlink systems taking temp thought timing touch traversal trim typed unconditionally unlike unset unstable upload usually visible years",
  ],
  [
    42,
    "404 41 45 60 accurate adapter ago alone ambiguous ask attach bash behave bodies bool bring callbacks care choose collected collections complexity computed concurrency concurrent configurations confirm connect connections contributors converting covered credentials cwd decoding delay depth discovered docker dry dynamically emitted enabling encoded ensuring especially eval evaluate executable existence expansion fetch filenames fork formats formatted goal hang highlight immutable impact implementations impossible initialize iter layer lazily len loader logical lookups maps matter maximum misc mutable neither newly occur official offset omitted optimized ordered outer overwrite paragraph party paste prefixes primary prints produced profile propagate publishing reader recently reduces refactors renames rendering repeated rfc shorthand shown situation snapshots sorting startup storage stores successfully supporting tagged targets thrown took tried trivial txt upgrading usages variants waiting went whitelist workers worth writes",
  ],
  [
    43,
    "2020 256 44 alive annoying architecture at attempting attempts avoiding bundled calculate can chained cherry cleaner combined compiling configurable configuring confused conventions corrected decided deduplicate def derived descriptive descriptor design distribution dont downgrade eager eagerly eliminate embedded engine enter equality es excluded expensive explaining exposes filesystem fill flatten forgot former fresh front glob hardcoded hashes high identify immediate insertion inspect integrate intent intermediate internals interpolation io iterable labels larger leaking levels lockfile looked lowercase malformed msg needing network nor normally numeric optimizations outputs overall overridden pipe placed plan possibly preserving prettier rebase receive recommend recursion referencing retain safely scenario scenarios selected sensitive sh signatures significant silence skips slot slots specifiers states stats stay stopped storing success suggest supposed swap switched symbols testcase throwing throws today tracked transition turned undo unwrap utilities verification ways weak",
  ],
  [
    44,
    "05 128 200 2021 2022 2024 2025 2026 47 49 51 52 90 absent accessed afterwards agent annotate any arm artifacts assigned assuming auth azure benefit bindings bootstrap brackets casing chars cleanups clients cloning closer colon combination commas commented completed concept constraints containers cost counts covering critical cut decorator deferred desired directives discard disk distinguish driver dump duplicates edits encode ended enhance escapes evaluation eventually extraneous factory figure flush folders forcing fragment fragments framework generally generates globally globals guaranteed guess guidelines half highlighting identical images incomplete independent indexed infer injection inputs insensitive invoked lack leads leaks letter limitations linking listener listing loads logo maintained marks matched math modifies moment mutate optionally password patched payload phase preferred prop quick rationale readonly reasonable received recognize reformat regenerate rendered repeat reproduce risk rm route semicolon shim shorter simplified slower specifier stdin strictly stub styling successful tab team tiny tracker unavailable union unnecessarily unreachable uppercase v6 v8 visitor walk wants watcher whatever win window z",
  ],
  [
    45,
    "04 2018 43 46 48 55 56 accidental applicable assignments associated atomic backed backticks believe beyond bits bot boundary candidate canonical churn coded coding columns compact comparisons conflicting constraint consumed contribution contributor copyright corrects crashes days defines defining developers dirs discover discussed drops duration effort escaped evaluated exclusion existent experience factor falling flat freeze gc google graceful happening heading inheritance inherited installs introducing involved java leaves lots mentions minutes modes modifying mutating net node_modules opened operators opts parenthesis particularly patches performed performing permission pointed possibility prefixed preserved preview propagation proposed props question records redirects reduced reducing regressions relax represent representation restructure rework satisfy scan shortcut simplifies sites situations spacing span specification spread stability stops structured styles subset sufficient superfluous supplied svg tables terms theme timestamps traverse triggers unable underscore unpack upgraded upper watch wildcard",
  ],
  [
    46,
    "2016 500 53 54 59 65 70 73 adapt addressed alternate anonymous apparently assumes assumption attached authentication authors backends bench blog bumps chosen cleared compression constructors consume conversions correctness covers css decision defaulting delegate deleting dependabot deploy detects distinct documenting editor efficient ending endings excluding executing executor existed ext extraction garbage gen generics giving hence honor hot ie implicitly inlining interfaces interval invoking iterating javascript kinds limitation markers markup measure middle multiline noop npm observed oops owner parentheses patching per performs placeholders pointing populate positives precise preventing problematic producing purge pushed putting python quoting rare rebuild recover refine rejected restores restriction reverting same shadow shape sharing shorten sleep ssl stripping tabs technically tighten timeouts treats triggering ubuntu universal vendor verified veyor violations void website wraps writer xml yarn",
  ],
  [
    47,
    "00 2015 2019 2023 400 57 58 62 63 69 75 79 85 88 92 94 95 98 99 accepting accessor adjusted advantage ahead alignment alongside anchor artifact assets became binaries casts catching checker choice ci clarification clarifying colors committed completes concerns concise concrete constructing consumers contrib crashing ctx cursor cycles declaring describing dictionary displayed do dummy duplicating ecosystem elsewhere emits expanded exporting extending falls float forced forces forever forget four frequently guarantee guards hanging harder hex hierarchy holds huge idle implies inclusion inconsistency indicates indicating inferred infrastructure initializer intention intro isolated iterate j l leftover localhost maintenance makefile mirrors modern modification mutation noise opaque opted overwritten parents parsers pinned polish pop predicate prevented primitive proto qualified queries quiet raised reached recorded recursively reliable relied rephrase rewriting rollback runners searching selection semantic sending serves setter sha significantly sizes solve solves somewhat spawn splits stays stray subtle succeed switches threaded totally traces ui unlikely validating vm wanted workspace worse wrappers wrongly yes",
  ],
  [
    48,
    "03 1000 120 2017 300 71 72 82 83 97 abstraction adopt advanced appeared asserting baseline begin bottom bounds braces breakage buggy bumped bundling cancel captured cc chains chance chunks clearing clearly compliant compress concat conservative consumer consuming convenience counting dash day db designed despite destination detecting determined determining developer discovery downloads driven each enums eof equals excludes exclusive exercise expectation expectations falsy fatal feel filters finds getters greater headings heuristic hope identified identity inference intentionally iterations joining led libs light maintainers managers many marking migrated minimize mismatched miss my ns obviously odd offer opposite overview overwriting picking piece pipelines play positional posix promote pulling pulls purposes pushing questions refers reflects reg remember reorganize respectively restored resulted reusing safer semicolons services signed slight smart somehow spent star stat stated subclass suitable teardown terminal todos translate translation trusted visit whereas",
  ],
  [
    49,
    "02 3rd 61 67 76 78 84 89 96 abort acceptable accessible accessors activated addressing advance alt amd ancestor anyone appending applications asked assumptions automated backslashes basis blocked bracket caveat chaining classic cleans collapse collecting complicated concurrently conditionally constructed continues contribute correction cr customize deletion demonstrate deprecations diagnostics difficult displays domain downstream eg emitting enhanced expands expecting fetching flexible focused followup generators guidance hacks heap heavy hitting hoc homepage improving increment inlined inserting instruction irrelevant kill late locking loose lose majority mappings merges migrating motivation narrow notably obj opens pairs passthrough peer pointer precision preference prepared prev promise proof proposal protect pulled quickly reach readers reality receives recognized recurse red repos respects responses responsible rewritten saves saying secure selecting separators serialized shadowing shutdown sign signals similarly snippet specifies speedup spell stabilize statistics stdlib stripped struct surface terminate tidy tls towards tuples typical unhandled unified upgrades usable username validator wide yields",
  ],
  [
    50,
    "01 08 09 111 600 68 74 77 81 86 91 accurately adapted adjacent advice agnostic among ancestors annotated answer arch archive assigning attrs basically be behaves benefits brought builders bundles bypass calculated callable capturing category caveats cd cf chunk clash closely combining community connected consecutive continuation convenient converts course cp curl dealing debugger differs digit drive ease eliminates embed entrypoint eol essentially expanding exponential exposing extracting facing faq favour fire flagged funding gain gzip hits illegal indented indexes injected instantiation intentional interpreted interpreter invocations k kb leaked lf lifecycle located macro mem mistakes mixin modifications namespaced nit noisy occurred operating overlap owned parens permit portion preserves prompt provider punctuation q rate recommendation registers releasing reload retrieve reversing revise router saved saw scale schedule scheduled screen seeing segments sends sequences shift sibling silent simplifying some speeds swallow symlinks tail throughout tip toc toggle tooling traversing trees trip turning typically unittests unpacking upcoming v5 verbatim versioning white whitespaces writable xxx",
  ],
  [
    51,
    "000 101 108 123 180 187 204 288 87 93 abc accesses affecting age aligned allocation allocations alphabetically analyze appended attempted audit backtick bail banner base64 belongs cap capitalize careful categories centralize certificate chat circuit clauses cleanly click commonly compiles compressed computing concatenation conduct conform counted cve decouple deeper deeply delegates derive descriptors dirty discarded displaying dots downloading ds enclosing encountered encourage enforced erroneously evaluating exits extremely fancy fewer fold forbid forks great grouped hello implied increases informative initializers initially jest knows lands listen mandatory mask meaningful mix mixing mocking nature newest notation notification nullable occasionally packaging parallelize parses picks pieces popular preparing prepend profiling protection referring regexes registering registration resetting restricted retrieval reviews saving setters shebang singleton skeleton slashes stages statically stopping structures substitution synchronous testcases tick timer topic ugly unary units unordered unpin up uri usr verifies verifying violation visibility vulnerability when",
  ],
  [
    52,
    "150 157 163 170 183 216 250 255 2nd 301 304 361 401 66 absence activate aggregate aliased aligns allocated alter alternatives ambiguity amend anchors ansi area argv awkward benchmarking blame bother buffered buffers bulk calculations camelcase candidates capable casting charset choosing compose comprehensive computation concern considering constructs controlled corrupted dates decrease demonstrates depended differentiate diffs disallowed discussions docstrings downside encountering engines english entity eq ex exceed excessive executes expr extracts fair feed filtered firing fits fixups flake flexibility forgotten forwards frames friends gap grow held hosts ide ideally idempotent inconsistencies incorporate increased incremental individually ing initializing inspired instantiate integers interaction invert isolate layers life like lts mainly maintainer matcher mb mentioning minute namespaces near nearly necessarily nicely nightly notifications obtain omitting organization overly padding percent phrasing proxies purely puts raises raising rarely relatively relaxed reliably renders repeatedly replacements reproducible rerun respected restart rewrites role room sanitize scopes sec sees sentinel serve sessions ship shipped shrink six smarter sorry specs standardize straightforward suggests supply suppressed surprising swallowed swapped threshold tmpdir tod tostring tracing transitive transport treating treatment truncate trust truth truthy unblock underscores undocumented unecessary validated vendored vscode welcome wise wrote",
  ],
  [
    53,
    "105 107 115 139 141 143 166 177 1s 2014 253 271 307 345 403 501 512 achieve achieved adjusts aims allocate appropriately asynchronously attention average backslash besides bogus boundaries brief button capitalization capitalized catches changelogs chrome clears cloned collision collisions combinations coming corrections crlf ctrl dark decides declares decoded definitely delimiter demand describes destructuring differ discord echo edited editing elaborate emoji encoder everyone exe faulty fetched firefox fixme formatters forwarded gate green guarded harness hashing hiding highest holding incompatibility indicator inherits introduction lives locate love lru machines maintaining masked media merely mkdir mocks mod mtime namely natively nits noted notify occurrences officially omits operate organize parallelism paren perhaps persistent plural practices pushes react receiving recreate redirected reflected relates restrictions retained retries reusable sanity scanning segment sentences separating serializing shallow showed sockets solved startswith strange streaming stuck subdirectory submodule succeeds surrounding targeting telling terminology th titles uncovered unittest unusual val walking workarounds yielding",
  ],
  [
    54,
    "06 07 118 155 167 192 199 257 289 308 360 372 430 504 561 910 act adjustment apple asking behaviors bigger boilerplate bold bucket capital cheap codespell colons compares dangling database deciding decimal decorators descendant diagnostic direction disambiguate distributions dotted enforcing equivalents esm expired explained explanatory externally fd filled flip frameworks globs greatly grouping growing ideal imply increasing indices infra inspection interesting intersection invalidate investigate isolation knowing lengths limiting loc loss machinery manner matters micro mismatches mocked naive natural num offers op optimizing orders osx out overlapping pay pinning placement pointless polling predictable primitives promises quality randomly repetitive repl repositories representing represents reproduced req responsibility revision revisit row sane satisfies scoping selectors served shares simultaneously singular slices somewhere square strong subject submit substring suites synchronization syntaxerror threading transfer transformation triple unbound unchecked understanding unwanted uploading usual utf8 utilize webpack ws",
  ],
  [
    55,
    "1024 103 104 113 117 1200 124 125 127 130 135 147 154 159 161 162 172 178 197 201 202 205 221 229 232 234 262 296 302 303 310 338 376 386 405 433 461 464 468 496 505 517 530 563 660 700 aborted accident alternatively archived arm64 asynchronous awesome band browsers bumping camel captures carefully carry circle claim claimed clarifies clock clones closest collapsed collector colored concatenated conditionals confirmed consequence consolidated constrained continuing contract contrast conversation dashes datetime defs delayed delimiters deployment digits disallowing distinction distributed downloaded dumps elapsed entering entities envs exiting family fashion filling finishes fly fmt fns focus forked forwarding foundation generalize gitter grammatical grep h2 hacky hardcode harden hostname human icon incoming indefinitely instantiated intact interactive interest interpret invariant iso iterated landing legal lived maintains memoize mess misses mistaken modifier mutated mutually naturally negation nobody octal opportunity optimizes oversight persist persisted pins populated portable positions precisely prefers proceed processor prone protected queued reaching recovery reenable reimplement relationship removals reporter reserve respective restoring retains reviewed roots routed scratch searches semi sensible seperate series shadowed shortcuts shut sized snippets sooner sorts spawned standardized std strategies streams submodules symbolic synchronously teach tells this timed toolchain tracks translated tune tweaked uncaught unclear unfortunate uninstall untouched uploaded utc vanilla vast ver versa visited waits week wherever while worry",
  ],
  [
    56,
    "10000 102 114 129 151 152 175 185 203 222 224 347 353 365 369 371 394 398 454 460 499 503 509 639 714 800 822 999 aborting accounting additions aggressive agree aid aka alert alphabetical areas arithmetic availability baz becoming belong buf cancelled capabilities cased channels coercion communication compound confuse consideration corner customizing demo denied deserialization earliest encounters enumerate errno erroring exclusively exhaustive explains favicon fires flattening gather gitattributes guides heavily hotfix hyphen independently indexing inform inheriting integrations iterates keyed lacks letting leverage licenses lifetime linear lite logged login loses meaningless meet messaging middleware mitigate needless now omission perfectly pragma preceding presented prioritize profiles prune ps reaches recording regards rejects rel represented reversed reworked rewrote roundtrip sake sep sha256 simplification solely spans specialized spot stringified stringify stubs subtree succeeded ternary timers touching trade transformer truly truncated tweaking v7 vice wall watching wiki wild win32 zip",
  ],
  [57, "171 176 194 284 altogether awaited gated illustrate knowledge programmatically slicing unresolved"],
];

const weights = new Map(
  tokensByWeight.flatMap(([weight, tokens]) => tokens.split(" ").map((token) => [token, weight])),
);

/** Weight of a token under background table 1: a whole number from 4 (`fix`) to 63 (not in the table). */
export function backgroundWeight(token: string): number {
  return weights.get(token) ?? unknownTokenWeight;
}
