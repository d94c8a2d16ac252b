fn total_cents(lines: &[u32]) -> u32 {
    let total: u32 = lines.iter().sum();
    format!("{total}")
}

fn main() {
    println!("{}", total_cents(&[1299, 450]));
}
