int tax_cents(int cents) { return cents * 19 / 100; }
