import java.util.List;

public class Shop {
    record Customer(String name) {}

    record Order(int id, Customer customer) {}

    static String label(Order order) {
        return order.id() + " for " + order.customer().name();
    }

    public static void main(String[] arguments) {
        List.of(new Order(1, new Customer("Ada")), new Order(2, null)).forEach(order -> System.out.println(label(order)));
    }
}
