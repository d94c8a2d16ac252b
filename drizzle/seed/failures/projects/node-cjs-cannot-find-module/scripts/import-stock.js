const { readStock } = require("./lib/stock");

console.log(readStock("stock.csv").length);
