const { createHash } = require("crypto");

module.exports = (text) => createHash("sha256").update(text).digest("hex");
