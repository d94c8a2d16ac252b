const rows = [];

for (let row = 0; ; row += 1) {
  rows.push({ row, sku: `A-${row}`, note: "x".repeat(40) + row });
}
