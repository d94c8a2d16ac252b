public class Shop {
    static int totalCents() {
        return 1749;
    }

    public static void main(String[] arguments) {
        System.out.println(totalCent());
    }
}
