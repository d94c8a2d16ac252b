export default { testDir: "e2e", use: { browserName: "chromium" } };
