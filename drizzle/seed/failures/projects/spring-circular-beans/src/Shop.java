import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

public class Shop {
    public static void main(String[] arguments) {
        var context = new AnnotationConfigApplicationContext();
        context.register(Stock.class, Orders.class);
        context.refresh();
    }
}

class Stock {
    @Autowired
    Stock(Orders orders) {}
}

class Orders {
    @Autowired
    Orders(Stock stock) {}
}
