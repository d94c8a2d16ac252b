module example.com/shop

go 1.19

require example.org/tax v1.2.0
