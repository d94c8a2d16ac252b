int cart_total(void) {
  return cents;
}
