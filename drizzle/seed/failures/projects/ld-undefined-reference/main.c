#include <stdio.h>

int tax_cents(int cents);

int main(void) {
  printf("%d\n", tax_cents(1000));
  return 0;
}
