fn main() {
    let prices = vec![1299, 450];
    let wanted: usize = std::env::args().count() + 1;
    println!("{}", prices[wanted]);
}
