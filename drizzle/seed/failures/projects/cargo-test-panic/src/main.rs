fn shipping_cents(total: u32) -> u32 {
    if total > 2000 { 0 } else { 490 }
}

fn main() {
    println!("{}", shipping_cents(2000));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn free_shipping_starts_at_the_limit() {
        assert_eq!(shipping_cents(2000), 0);
    }

    #[test]
    fn small_orders_pay_shipping() {
        assert_eq!(shipping_cents(100), 490);
    }
}
