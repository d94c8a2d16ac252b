export default [{ rules: { "no-unused-vars": "warn" } }];
