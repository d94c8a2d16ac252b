resource "terraform_data" "release" {
  inputs = "shop 1.4.0"
}
