package main

import "fmt"

type Warehouse struct{ stock map[string]int }

func (w *Warehouse) Add(sku string, quantity int) {
	w.stock[sku] += quantity
}

func main() {
	var warehouse Warehouse
	warehouse.Add("A-100", 3)
	fmt.Println(warehouse.stock)
}
