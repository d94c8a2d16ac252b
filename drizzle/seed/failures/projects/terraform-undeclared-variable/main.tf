locals {
  bucket = "shop-${var.region}"
}

output "bucket" {
  value = local.bucket
}
