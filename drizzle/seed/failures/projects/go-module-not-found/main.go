package main

import "example.org/tax"

func main() { tax.Load() }
