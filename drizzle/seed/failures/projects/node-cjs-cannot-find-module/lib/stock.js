exports.readStock = () => [];
