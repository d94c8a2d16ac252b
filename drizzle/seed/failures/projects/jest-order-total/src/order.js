const FREE_SHIPPING_FROM = 2000;

function orderTotal(cents) {
  return cents >= FREE_SHIPPING_FROM ? cents : cents + 490;
}

module.exports = { orderTotal };
