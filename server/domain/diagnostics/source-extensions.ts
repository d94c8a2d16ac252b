/** Endings of files that compilers, linters and test runners report on. Host names end otherwise, which keeps `example.com:443` out. */
export const sourceExtensions: ReadonlySet<string> = new Set(
  (
    "ts tsx mts cts js jsx mjs cjs es6 vue svelte astro html htm xhtml css scss sass less styl pcss json jsonc json5 ndjson yaml yml toml xml xsd xsl " +
    "md mdx rst adoc txt py pyi pyx pxd ipynb rb erb rake gemspec slim haml ru rs go mod java kt kts scala sc sbt groovy gradle clj cljs cljc edn " +
    "c h cc cpp cxx c++ hpp hh hxx inl ipp m mm swift cs fs fsi fsx vb csproj fsproj vbproj vcxproj props targets sln razor cshtml xaml " +
    "php phtml twig blade pl pm t lua r jl hs lhs cabal elm purs ex exs eex heex leex erl hrl dart zig nim v sv svh vhd vhdl sol vy cairo move " +
    "ml mli re res rei fst d ada adb ads pas pp f f90 f95 f03 for cob cbl asm s cu cuh cl glsl hlsl wgsl metal vert frag " +
    "sql psql prisma graphql gql proto thrift avsc capnp tf tfvars hcl nix bicep rego cue jsonnet libsonnet sh bash zsh fish ksh ps1 psm1 psd1 bat cmd " +
    "mk mak cmake ninja bzl bazel star dockerfile env ini cfg conf cnf properties editorconfig lock tcl vim el lisp scm rkt coffee ls feature robot tex bib " +
    "tmpl tpl hbs mustache ejs pug liquid j2 jinja jinja2 njk snap wat wit service po"
  ).split(" "),
);

/** Files that carry no ending. */
export const bareSourceNames: ReadonlySet<string> = new Set(
  (
    "Dockerfile Containerfile Makefile GNUmakefile makefile Jenkinsfile Vagrantfile Gemfile Rakefile Podfile Fastfile Brewfile Procfile Guardfile Capfile " +
    "Justfile justfile BUILD WORKSPACE Tiltfile Earthfile Caddyfile Pipfile SConstruct SConscript"
  ).split(" "),
);
