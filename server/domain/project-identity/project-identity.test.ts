import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chooseRemote } from "#server/domain/project-identity/choose-remote.ts";
import { identifyProject, type RepositoryFacts } from "#server/domain/project-identity/identify-project.ts";
import { parseRemoteUrl } from "#server/domain/project-identity/parse-remote-url.ts";
import table from "#server/testing/cases/C07-remotes.json" with { type: "json" };

const rootCommit = "0123456789abcdef0123456789abcdef01234567";
const facts = (special: Partial<RepositoryFacts>): RepositoryFacts => ({
  remotes: [],
  branchRemote: null,
  folder: "app",
  rootCommit,
  isShallow: false,
  ...special,
});
const slugOf = (url: string) => {
  const parsed = parseRemoteUrl(url);
  return parsed.kind === "address" ? parsed.slug : null;
};

describe("C07, C08: the slug of a remote", () => {
  test.each(table.rows)("%j is known as %j", (url, slug) => {
    expect(slugOf(url ?? "")).toBe(slug);
  });

  test.each([
    ["git@[git.example.com:2222]:acme/app.git", "git.example.com:2222/acme/app"],
    ["ssh://git@[2001:DB8:0:0::1]:22/acme/app", "[2001:db8::1]/acme/app"],
    ["https://bücher.example/Acme/App", "xn--bcher-kva.example/Acme/App"],
    ["HTTPS://github.com.:0443//acme///app.git/", "github.com/acme/app"],
    ["https://git.example.com/acme/.git", "git.example.com/acme/.git"],
    ["C:repos/app", null],
    ["ext::sh -c touch% /tmp/x", null],
    ["https://git.example.com/acme%2Fapp", null],
    ["https://git.example.com/acme/%zz", null],
    ["https://git.example.com/acme/a%00b", null],
    ["https://git.example.com:99999/acme/app", null],
    ["https://git.example.com/../etc/passwd", null],
    ["git@host:../../app/x", null],
    ["https:///acme/app", null],
    ["constructor://git.example.com/acme/app", null],
    ["ssh://-oProxyCommand=x/acme/app", null],
  ])("the shape %j is known as %j", (url, slug) => {
    expect(slugOf(url)).toBe(slug);
  });

  test("a URL beyond every limit is refused", () => {
    expect(slugOf(`https://git.example.com/${"a/".repeat(400)}b`)).toBe(null);
    expect(slugOf(`https://git.example.com/${"a/".repeat(40_000)}b`)).toBe(null);
  });

  test("any text gets an answer, and an answer is its own slug again", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: "binary" }), fc.webUrl(), fc.constantFrom(...table.rows.map(([url]) => url ?? ""))),
        (url) => {
          const parsed = parseRemoteUrl(url);
          if (parsed.kind === "unusable") return;
          const path = parsed.path.split("/").map(encodeURIComponent).join("/");
          expect(slugOf(`https://${parsed.host}/${path}.git`)).toBe(parsed.slug);
        },
      ),
    );
  });
});

describe("C10: credentials", () => {
  const secret = fc.stringMatching(/^[a-zA-Z0-9_.!$&'()*+,;=@/#?:-]{0,6}S3CRET[a-zA-Z0-9_.!$&'()*+,;=@/#?:-]{0,6}$/);

  test("never survive in a slug or a warning, however they are written", () => {
    fc.assert(
      fc.property(
        secret,
        fc.constantFrom("user", "oauth2", "", "x-access-token"),
        fc.constantFrom(
          "https://U:P@git.example.com/acme/app.git",
          "ssh://U:P@git.example.com/acme/app",
          "U:P@git.example.com:acme/app",
          "P@git.example.com:acme/app",
          "https://P@git.example.com/acme/app",
        ),
        fc.boolean(),
        (password, user, shape, isEncoded) => {
          const url = shape
            .replace("U", user)
            .replace("P", () => (isEncoded ? encodeURIComponent(password) : password));
          const identity = identifyProject(facts({ remotes: [{ name: "origin", url }] }));
          expect(JSON.stringify(identity)).not.toContain("S3CRET");
          expect(["git.example.com/acme/app", "local/app-01234567"]).toContain(identity.project);
        },
      ),
    );
  });

  test("leave the id of the clean URL", () => {
    expect(slugOf("https://user:p@ss%40@git.example.com/acme/app.git")).toBe(
      slugOf("https://git.example.com/acme/app"),
    );
  });

  test("stay out of the warning when the remote's name is itself a URL", () => {
    const identity = identifyProject(facts({ remotes: [{ name: "https://u:S3CRET@host/x", url: "/srv/app" }] }));
    expect(JSON.stringify(identity)).not.toContain("S3CRET");
  });
});

describe("A19: which remote names the project", () => {
  const origin = { name: "origin", url: "https://github.com/acme/one" };
  const other = { name: "origin", url: "https://github.com/acme/two" };
  const upstream = { name: "upstream", url: "https://github.com/templates/base" };
  const company = { name: "company", url: "git@company.example.com:orga/repo.git" };

  test("two repositories made from one template stay two projects", () => {
    const projects = [origin, other].map(
      (remote) => identifyProject(facts({ remotes: [upstream, remote], branchRemote: "upstream" })).project,
    );
    expect(projects).toEqual(["github.com/acme/one", "github.com/acme/two"]);
  });

  test("without origin the remote that the branch follows comes next", () => {
    expect(chooseRemote({ remotes: [upstream, company], branchRemote: "company" })).toMatchObject({
      remote: company,
      rule: "branch",
    });
  });

  test("a single remote of any name is enough", () => {
    expect(identifyProject(facts({ remotes: [company] })).project).toBe("company.example.com/orga/repo");
  });

  test("several remotes without a rule between them fall back to the folder, with a warning", () => {
    const identity = identifyProject(facts({ remotes: [upstream, company] }));
    expect(identity.project).toBe("local/app-01234567");
    expect(identity.warnings).toHaveLength(1);
  });

  test("an origin that names no host does not hand the project to a shared upstream", () => {
    const identity = identifyProject(facts({ remotes: [{ name: "origin", url: "../hub.git" }, upstream] }));
    expect(identity.project).toBe("local/app-01234567");
    expect(identity.warnings[0]).toContain("local path");
  });

  test("the order of the remotes never matters", () => {
    const remotes = fc.uniqueArray(
      fc.record({
        name: fc.constantFrom("origin", "upstream", "a", "b"),
        url: fc.constantFrom("https://h/a/b", "https://h/c/d"),
      }),
      { selector: ({ name }) => name },
    );
    fc.assert(
      fc.property(remotes, fc.constantFrom(null, "a", "upstream"), (list, branchRemote) => {
        expect(chooseRemote({ remotes: list.toReversed(), branchRemote })).toEqual(
          chooseRemote({ remotes: list, branchRemote }),
        );
      }),
    );
  });
});

describe("C11: a repository without a remote", () => {
  test("two folders of one name differ by their first commit", () => {
    const [one, two] = ["aaaaaaaa11", "bbbbbbbb22"].map((root) => identifyProject(facts({ rootCommit: root })).project);
    expect([one, two]).toEqual(["local/app-aaaaaaaa", "local/app-bbbbbbbb"]);
  });

  test("every weaker name carries a warning", () => {
    expect(identifyProject(facts({})).warnings).toHaveLength(1);
    expect(identifyProject(facts({ isShallow: true })).warnings).toHaveLength(2);
    expect(identifyProject(facts({ rootCommit: null })).project).toBe("local/app-unborn");
  });

  test("any folder name makes one path segment", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (folder) => {
        const { project } = identifyProject(facts({ folder }));
        expect(project.split("/")).toHaveLength(2);
        expect(project.isWellFormed()).toBe(true);
      }),
    );
  });
});
