#include <string>

long total_cents(long cents) { return cents; }

long total_cents(long cents, int pieces) { return cents * pieces; }

int main() {
  std::string price = "1290";
  return total_cents(price) > 0 ? 0 : 1;
}
